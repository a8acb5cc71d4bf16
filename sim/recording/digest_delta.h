#ifndef FOOTFALL_SIM_RECORDING_DIGEST_DELTA_H_
#define FOOTFALL_SIM_RECORDING_DIGEST_DELTA_H_

#include <memory>
#include <string>

#include "platform/state_hash.h"
#include "sim/recording/byte_reader.h"

// The hash trees of consecutive ticks as bytes: whole, or what differs from the one before (R41). Hashes that
// follow from others, those of the leaves, are left out; the root is there, so that a reader can tell that
// what it put together is what was taken apart.
namespace footfall::sim {

// Most leaves of a tree and most blocks of a leaf that are read (R55).
inline constexpr uint64_t kDigestLeavesMax = 64;
inline constexpr uint64_t kDigestBlocksMax = uint64_t{1} << 18;

class DigestEncoder {
 public:
  // The next one is whole.
  void Reset() { last_ = nullptr; }
  // Appends one digest. Never null.
  void Append(std::shared_ptr<const platform::StateDigest> digest, std::string& out);

 private:
  std::shared_ptr<const platform::StateDigest> last_;
};

class DigestDecoder {
 public:
  void Reset() { has_last_ = false; }
  // Reads one digest; a fault is the reader's.
  void Read(ByteReader& reader);
  // Of the last Read. REQUIRES: it had no fault.
  const platform::StateDigest& digest() const { return digest_; }

 private:
  void ReadWhole(ByteReader& reader);
  void ReadChanges(ByteReader& reader);

  bool has_last_ = false;
  platform::StateDigest digest_;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_RECORDING_DIGEST_DELTA_H_
