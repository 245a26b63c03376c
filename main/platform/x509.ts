/**
 * The certificate library. Import it only from here, because `reflect-first` must be loaded before
 * it.
 */
import './reflect-first.ts'

export * from '@peculiar/x509'
