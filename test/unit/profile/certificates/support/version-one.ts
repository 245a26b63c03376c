import forge from 'node-forge'

const dayMs = 24 * 3_600_000
const inDays = (days: number): Date => new Date(Date.now() + days * dayMs)

/** Returns the PEM texts of a chain with a version 1 root; only node-forge writes one. */
export function versionOneChain(): string[] {
  const [rootKeys, byKeys, leafKeys] = [0, 1, 2].map(() =>
    forge.pki.rsa.generateKeyPair({ bits: 2048 }),
  )
  if (!rootKeys || !byKeys || !leafKeys) throw new Error('Three keys were to be created')
  const subject = (value: string) => [{ shortName: 'CN', value }]
  const make = (name: string, issuer: string, keys: typeof rootKeys, extensions: object[]) => {
    const certificate = forge.pki.createCertificate()
    certificate.publicKey = keys.publicKey
    certificate.serialNumber = '01'
    certificate.validity.notBefore = inDays(-1)
    certificate.validity.notAfter = inDays(1)
    certificate.setSubject(subject(name))
    certificate.setIssuer(subject(issuer))
    certificate.setExtensions(extensions)
    return certificate
  }
  const root = make('V1', 'V1', rootKeys, [])
  root.version = 0
  const by = make('By', 'V1', byKeys, [{ name: 'basicConstraints', cA: true }])
  const leaf = make('Leaf', 'By', leafKeys, [])
  root.sign(rootKeys.privateKey, forge.md.sha256.create())
  by.sign(rootKeys.privateKey, forge.md.sha256.create())
  leaf.sign(byKeys.privateKey, forge.md.sha256.create())
  const key = forge.pki.privateKeyToPem(leafKeys.privateKey)
  return [...[root, by, leaf].map((one) => forge.pki.certificateToPem(one)), key]
}
