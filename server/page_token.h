#ifndef FOOTFALL_SERVER_PAGE_TOKEN_H_
#define FOOTFALL_SERVER_PAGE_TOKEN_H_

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>

#include "absl/strings/escaping.h"

namespace footfall::server {

// What a page token holds, as text: the field is a string, and bytes that are no UTF-8 make the whole message
// unreadable. Content is a plain struct without padding.
template <class Content>
std::string PageTokenOf(const Content& content) {
  static_assert(std::has_unique_object_representations_v<Content>);
  const std::string bytes(reinterpret_cast<const char*>(&content), sizeof(content));
  return absl::BytesToHexString(bytes);
}

// False when the text is none of PageTokenOf.
template <class Content>
bool ReadPageToken(const std::string& token, Content* content) {
  static_assert(std::has_unique_object_representations_v<Content>);
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (token.size() != 2 * sizeof(*content) || !std::all_of(token.begin(), token.end(), is_hex)) return false;
  std::memcpy(content, absl::HexStringToBytes(token).data(), sizeof(*content));
  return true;
}

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_PAGE_TOKEN_H_
