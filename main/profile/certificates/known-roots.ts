/** The root certificates built into Node, looked up by subject. */
import { X509Certificate } from 'node:crypto'
import { readCertificate, type Certificate } from './certificate.ts'

const cache = new WeakMap<readonly string[], readonly Certificate[]>()

/**
 * Reads a list of roots in PEM, once per list. Leaves out a root that this machine's TLS library
 * cannot read.
 */
export function readKnownRoots(pems: readonly string[]): readonly Certificate[] {
  const known = cache.get(pems)
  if (known) return known
  const roots = pems.flatMap((pem) => {
    const root = readCertificate(derOf(pem), 'known-roots')
    return root ? [root] : []
  })
  cache.set(pems, roots)
  return roots
}

function derOf(pem: string): Buffer {
  try {
    return new X509Certificate(pem).raw
  } catch {
    return Buffer.alloc(0)
  }
}
