import kernels

library = kernels.register(20)
