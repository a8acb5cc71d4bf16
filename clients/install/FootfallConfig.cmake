# find_package(Footfall): the target footfall::client. Debian 12 has no CMake package of Protobuf, so CMake's own module
# finds it; it has to come before gRPC, whose package would look for it in its own way.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(Protobuf)
find_dependency(absl CONFIG)
find_dependency(gRPC CONFIG)
include(${CMAKE_CURRENT_LIST_DIR}/FootfallTargets.cmake)
