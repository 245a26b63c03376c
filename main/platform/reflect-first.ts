/**
 * What `@peculiar/x509` asks for before it is loaded. It stands in a module of its own: a bundle that shares
 * the library between programs runs it after what those programs import directly, which is too late.
 */
import 'reflect-metadata'
