/** Inspections of files given by name, and the expected result of a good one. */
import { expect } from 'vitest'
import { inspectFiles } from '../../../../../main/profile/certificates/inspect-files.ts'
import { filesOf, type Generated, type TestChain } from './test-certificates.ts'
import { above } from './test-pki.ts'

/** Contents by file name. */
export type Files = Readonly<Record<string, string | Buffer>>

/** A password with an umlaut, because old and new encryptions encode it differently. */
export const password = 'Zürich 2026'

/** Inspects at the present time, with Node's built-in roots. */
export const inspect = (
  files: Files,
  secret: string | null = null,
  earlier: readonly string[] = [],
) => inspectFiles(filesOf(files), secret, new Date(), undefined, earlier)

export const findingsOf = (files: Files, secret: string | null = null) =>
  inspect(files, secret).inspection.findings

/** A chain's certificates, leaf first. */
export const all = (chain: TestChain): Generated[] => [chain.leaf, chain.intermediate, chain.root]
export const wholePem = (chain: TestChain): string => chain.leaf.pem + above(chain)

/** Expects the files to give the chain and the key of its leaf. */
export function expectTaken(chain: TestChain, files: Files, secret: string | null = null): void {
  const { inspection, material } = inspect(files, secret)
  expect(inspection.findings).toEqual([])
  expect(inspection.leftOut).toEqual([])
  expect(material).toEqual({ certificateChain: wholePem(chain), privateKey: chain.leaf.key })
}
