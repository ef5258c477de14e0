// Reads plain lists of integers, for all bindings that take boards as matrices.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>

struct MatrixSize {
    std::size_t rows = 0, columns = 0;
    std::size_t cells() const { return rows * columns; }
    bool operator==(const MatrixSize&) const = default;
};

// By the length of the first row; no cells for anything but lists or tuples.
MatrixSize size_of(PyObject* matrix);

// Writes the faces of a matrix; returns false for anything but lists or tuples of plain integers of
// this size. Calls no Python code, so nobody can change the lists meanwhile.
bool read_rows(PyObject* matrix, MatrixSize size, char* to);

// Bytes to be written by the caller.
nanobind::bytes new_bytes(std::size_t size);
