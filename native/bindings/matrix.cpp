// Reads the papers' matrices: plain lists of integers become faces.
//
// The table of codes is that of src/sapper/board/formats/matrix.py, which also reads everything
// unusual and writes the errors; a test compares the two.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <cstdint>
#include <span>

#include "bindings.hpp"
#include "sapper/graph.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Codes = nb::ndarray<const std::int64_t, nb::c_contig, nb::device::cpu>;

constexpr int kUnknown = -1;
constexpr std::int64_t kLeastCode = -2, kPapersHidden = 999;

constexpr std::array<int, 13> kFaceOfCode{
    sapper::kMine, sapper::kHidden, 0, 1, 2, 3, 4, 5, 6, 7, 8, sapper::kFlag, sapper::kQuestion};

int face_of(std::int64_t code) {
    const auto place = static_cast<std::uint64_t>(code - kLeastCode);
    if (place < kFaceOfCode.size()) return kFaceOfCode[place];
    return code == kPapersHidden ? sapper::kHidden : kUnknown;
}

int face_of(PyObject* entry) {
    if (!PyLong_CheckExact(entry)) return kUnknown;
    int overflow = 0;
    const long code = PyLong_AsLongAndOverflow(entry, &overflow);
    return overflow ? kUnknown : face_of(code);
}

// The items of a list or tuple; no items of anything else.
std::span<PyObject* const> items_of(PyObject* sequence) {
    if (!PyList_CheckExact(sequence) && !PyTuple_CheckExact(sequence)) return {};
    return {PySequence_Fast_ITEMS(sequence),
            static_cast<std::size_t>(PySequence_Fast_GET_SIZE(sequence))};
}

bool read_row(std::span<PyObject* const> entries, char* to) {
    for (PyObject* const entry : entries) {
        const int face = face_of(entry);
        if (face == kUnknown) return false;
        *to++ = static_cast<char>(face);
    }
    return true;
}

nb::bytes new_bytes(std::size_t size) {
    PyObject* const made = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size));
    if (!made) throw nb::python_error();
    return nb::steal<nb::bytes>(made);
}

nb::object read_matrix(nb::handle matrix) {
    const auto rows = items_of(matrix.ptr());
    const std::size_t columns = rows.empty() ? 0 : items_of(rows.front()).size();
    if (columns == 0) return nb::none();
    nb::bytes faces = new_bytes(rows.size() * columns);
    char* to = PyBytes_AS_STRING(faces.ptr());
    for (PyObject* const row : rows) {
        const auto entries = items_of(row);
        if (entries.size() != columns || !read_row(entries, to)) return nb::none();
        to += columns;
    }
    return nb::make_tuple(rows.size(), columns, faces);
}

nb::object read_codes(const Codes& codes) {
    nb::bytes faces = new_bytes(codes.size());
    char* const to = PyBytes_AS_STRING(faces.ptr());
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const int face = face_of(codes.data()[i]);
        if (face == kUnknown) return nb::none();
        to[i] = static_cast<char>(face);
    }
    return faces;
}

}  // namespace

void bind_matrix(nb::module_& m) {
    m.def("read_matrix", &read_matrix, "matrix"_a.none(),
          nb::sig("def read_matrix(matrix: object) -> tuple[int, int, bytes] | None"),
          "Return rows, columns and faces of lists of plain integers, or None for anything else.");
    m.def("read_codes", &read_codes, "codes"_a,
          nb::sig("def read_codes(codes: NDArray[numpy.int64]) -> bytes | None"),
          "Return the faces of an array of codes of any shape, or None if one is unknown.");
}
