#!/bin/bash
#SBATCH --job-name=footfall
#SBATCH --array=1-4
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --output=footfall-%A-%a.log

# Runs scenarios and recordings as a Slurm array, a shard a task:
#
#   sbatch [--array=1-N] slurm-array.sh RESULTS PATHS...
#
# Each task finds its shard in Slurm's variables and leaves RESULTS/shard-TASK.xml and what its failures left.
# Any array without gaps will do: 0-7, 1-16, 1-31:2. FOOTFALL names the program if it is not on the path. A task
# that is put in the queue again goes on where it was; its exit code is that of `footfall test`.
set -euo pipefail

results=$1
shift
mkdir -p "$results"

# What was merged last time deals out the work of this time.
weights=()
if [[ -s $results/last.xml ]]; then
  weights=(--weights "$results/last.xml")
fi

exec "${FOOTFALL:-footfall}" test "$@" --shard auto "${weights[@]}" --resume \
  --junit "$results/shard-$SLURM_ARRAY_TASK_ID.xml" --artifacts "$results/failures-$SLURM_ARRAY_TASK_ID"
