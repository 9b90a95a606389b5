import geometry;
double use() { return (geometry::Vector{1, 2} + geometry::Vector{3, 4}).x + geometry::length(1.0, 2.0); }
