import kernels

library = kernels.register(10)
