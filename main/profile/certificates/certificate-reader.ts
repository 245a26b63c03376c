/**
 * Reads certificate files in a process of its own, never in main: a hostile or large file can make
 * key derivation, parsing and chain building slow. The process gets copies of the bytes, overwrites
 * them, and ends after one reading.
 */
import type { CertificateProblem } from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import { readerProgram } from '../../platform/reader-launcher.ts'
import { ReaderProcess, ReadingEnded, type ReaderOptions } from '../../platform/reader-process.ts'
import type { FilesQuestion, InspectedFiles, RequestedKey } from './inspect-files.ts'
import type { InspectedPrivateCa } from './private-ca.ts'
import { limits, type CertificateFile } from './read-files.ts'

/** A key is no object that another process can be given. */
export interface SentKey {
  /** PKCS#8 in DER. */
  readonly der: Uint8Array
  readonly createdAt: string
}

export type CertificateQuestion =
  | (Omit<FilesQuestion, 'requested'> & {
      readonly kind: 'files'
      readonly requested: SentKey | undefined
    })
  | { readonly kind: 'private-ca'; readonly files: readonly [CertificateFile]; readonly now: Date }

export const certificateWorker = readerProgram('certificate', import.meta.url)

/**
 * Runs `inspectFiles` in a process of its own; undefined when `ended` is aborted meanwhile. A reading
 * that takes too much time or memory is a finding; rejects when the process fails otherwise.
 */
export async function inspectInProcess(
  question: FilesQuestion,
  ended: AbortSignal,
  options?: ReaderOptions,
): Promise<InspectedFiles | undefined> {
  const requested = question.requested && sentKey(question.requested)
  const sent = { ...question, kind: 'files', requested } as const
  const read = await prompted<InspectedFiles>(sent, ended, options).finally(() =>
    requested?.der.fill(0),
  )
  if (typeof read !== 'string') return read
  const inspection: InspectedFiles['inspection'] = {
    files: question.files.map(({ name }) => name),
    chain: [],
    leftOut: [],
    key: { state: 'absent' },
    rootFrom: null,
    findings: [{ problem: read, about: null }],
    ready: false,
  }
  return { inspection, material: null, usefulPasswords: question.earlierPasswords }
}

const sentKey = ({ key, createdAt }: RequestedKey): SentKey => ({
  der: key.export({ type: 'pkcs8', format: 'der' }),
  createdAt,
})

/** Runs `inspectPrivateCa` in a process of its own, with the same result rules. */
export async function inspectPrivateCaInProcess(
  file: CertificateFile,
  now: Date,
  ended: AbortSignal,
): Promise<InspectedPrivateCa | undefined> {
  const read = await prompted<InspectedPrivateCa>({ kind: 'private-ca', files: [file], now }, ended)
  if (typeof read !== 'string') return read
  const findings = [{ problem: read, about: file.name }]
  return { draft: { file: file.name, certificate: null, findings }, pem: null }
}

async function prompted<T>(
  question: CertificateQuestion,
  ended: AbortSignal,
  options?: ReaderOptions,
): Promise<T | CertificateProblem | undefined> {
  const reader = new ReaderProcess<CertificateQuestion, T>(certificateWorker, options)
  const end = () => reader.close()
  ended.addEventListener('abort', end, { once: true })
  // Posting a view would send its whole underlying buffer. A copy holds only the file.
  const files = question.files.map(copyOf)
  try {
    return await reader.send({ ...question, files } as CertificateQuestion)
  } catch (error) {
    if (ended.aborted) return undefined
    if (!(error instanceof ReadingEnded) || error.why === 'failed') throw error
    return error.why === 'late' ? 'too-slow' : 'too-large'
  } finally {
    ended.removeEventListener('abort', end)
    if (!ended.aborted) reader.close()
    for (const { bytes } of files) bytes.fill(0)
  }
}

/** Of a file over the limit, copies just enough to show that it is too large. */
const copyOf = ({ name, bytes }: CertificateFile) => ({
  name,
  bytes: new Uint8Array(bytes.subarray(0, limits.fileBytes + 1)),
})
