#!/bin/bash
#SBATCH --job-name=footfall-merge
#SBATCH --ntasks=1
#SBATCH --output=footfall-merge-%j.log

# Puts the reports of slurm-array.sh together when its tasks have ended, however they ended:
#
#   job=$(sbatch --parsable --array=1-8 slurm-array.sh RESULTS PATHS...)
#   sbatch --dependency=afterany:"$job" slurm-merge.sh RESULTS 8
#
# Its exit code is the verdict: 1 where a case did not pass, or where a task left no report.
set -euo pipefail

results=$1
shards=$2
code=0
"${FOOTFALL:-footfall}" junit-merge "$results"/shard-*.xml --expect-shards "$shards" --output "$results/report.xml" || code=$?
# The next run begins anew, and with these weights. A report that cannot be read (4) stays to be looked at.
if ((code <= 1)); then
  cp "$results/report.xml" "$results/last.xml"
  rm -f "$results"/shard-*.xml
fi
exit "$code"
