/**
 * Reads certificate files in a thread of their own, never on main: deriving keys, parsing and finding a chain take as
 * long as a file wants. The thread gets copies of the bytes, overwrites them, and ends with the reading.
 */
import type { CertificateProblem } from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import {
  ReaderThread,
  ReadingEnded,
  readerProgram,
  type ThreadPlace,
} from '../../platform/reader-thread.ts'
import type { FilesQuestion, InspectedFiles } from './inspect-files.ts'
import type { InspectedPrivateCa } from './private-ca.ts'
import { limits, type CertificateFile } from './read-files.ts'

/** What the thread is asked. */
export type CertificateQuestion =
  | (FilesQuestion & { readonly kind: 'files' })
  | { readonly kind: 'private-ca'; readonly files: readonly [CertificateFile]; readonly now: Date }

/** The worker. */
export const certificateWorker = readerProgram('certificate', import.meta.url)

/**
 * `inspectFiles` in a thread; undefined when `ended` is aborted while it reads. What takes too long or too much
 * memory is a finding; a thread that fails otherwise rejects.
 */
export async function inspectInThread(
  question: FilesQuestion,
  ended: AbortSignal,
  place?: ThreadPlace,
): Promise<InspectedFiles | undefined> {
  const read = await asked<InspectedFiles>({ kind: 'files', ...question }, ended, place)
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

/** `inspectPrivateCa` in a thread, in the same way. */
export async function inspectPrivateCaInThread(
  file: CertificateFile,
  now: Date,
  ended: AbortSignal,
): Promise<InspectedPrivateCa | undefined> {
  const read = await asked<InspectedPrivateCa>({ kind: 'private-ca', files: [file], now }, ended)
  if (typeof read !== 'string') return read
  const findings = [{ problem: read, about: file.name }]
  return { draft: { file: file.name, certificate: null, findings }, pem: null }
}

async function asked<T>(
  question: CertificateQuestion,
  ended: AbortSignal,
  place?: ThreadPlace,
): Promise<T | CertificateProblem | undefined> {
  const thread = new ReaderThread<CertificateQuestion, T>(certificateWorker, place)
  const end = () => thread.close()
  ended.addEventListener('abort', end, { once: true })
  // A view goes to a thread with all that lies around it in memory: only a copy holds nothing but the file.
  const files = question.files.map(copyOf)
  try {
    const moved = files.map(({ bytes }) => bytes.buffer)
    return await thread.ask({ ...question, files } as CertificateQuestion, moved)
  } catch (error) {
    if (ended.aborted) return undefined
    if (!(error instanceof ReadingEnded) || error.why === 'failed') throw error
    return error.why === 'late' ? 'too-slow' : 'too-large'
  } finally {
    ended.removeEventListener('abort', end)
    if (!ended.aborted) thread.close()
  }
}

/** Of a file that is too large as much as shows it. */
const copyOf = ({ name, bytes }: CertificateFile) => ({
  name,
  bytes: new Uint8Array(bytes.subarray(0, limits.fileBytes + 1)),
})
