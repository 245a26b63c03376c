/**
 * Must be loaded before `@peculiar/x509`. A separate module: a bundle that shares the library
 * between programs runs the library after the direct imports of those programs, which would be too
 * late here.
 */
import 'reflect-metadata'
