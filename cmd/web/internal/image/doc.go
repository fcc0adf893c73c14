// Package image tests the container's image as it was built from the
// Dockerfile: unprivileged, on a root file system that cannot be written, with
// nothing but its volume to write to. `make image` builds it and runs the tests.
package image
