import kernels

library = kernels.register(0)
