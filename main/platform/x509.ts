/** Making certificates: the one way to the library, with what it needs before it. */
import './reflect-first.ts'

export * from '@peculiar/x509'
