// OpenCL: address spaces, vector types, kernel metadata.
kernel void scale(global float4 *to, constant float *factor, local int *shared, int n) {
  size_t i = get_global_id(0);
  if (i < (size_t)n) to[i] = to[i] * factor[0] + (float4)(shared[0]);
}
