// Reads the papers' matrices: plain lists of integers become faces.
//
// The table of codes is that of src/sapper/board/formats/matrix.py, which also reads everything
// unusual and writes the errors; a test compares the two.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <cstdint>

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

// The items of a list or tuple, by calls of the stable ABI; no items of anything else.
class Items {
public:
    explicit Items(PyObject* sequence)
        : sequence_(sequence), is_list_(PyList_CheckExact(sequence) != 0) {
        if (is_list_) size_ = PyList_Size(sequence);
        if (PyTuple_CheckExact(sequence)) size_ = PyTuple_Size(sequence);
    }
    std::size_t size() const { return static_cast<std::size_t>(size_); }
    PyObject* operator[](std::size_t i) const {
        const auto at = static_cast<Py_ssize_t>(i);
        return is_list_ ? PyList_GetItem(sequence_, at) : PyTuple_GetItem(sequence_, at);
    }

private:
    PyObject* sequence_;
    bool is_list_;
    Py_ssize_t size_ = 0;
};

bool read_row(const Items& entries, char* to) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const int face = face_of(entries[i]);
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
    const Items rows(matrix.ptr());
    const std::size_t columns = rows.size() == 0 ? 0 : Items(rows[0]).size();
    if (columns == 0) return nb::none();
    nb::bytes faces = new_bytes(rows.size() * columns);
    char* to = PyBytes_AsString(faces.ptr());
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const Items entries(rows[r]);
        if (entries.size() != columns || !read_row(entries, to)) return nb::none();
        to += columns;
    }
    return nb::make_tuple(rows.size(), columns, faces);
}

nb::object read_codes(const Codes& codes) {
    nb::bytes faces = new_bytes(codes.size());
    char* const to = PyBytes_AsString(faces.ptr());
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
