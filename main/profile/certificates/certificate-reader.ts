/**
 * Reads certificate files in a worker thread, never on the main thread: a hostile or large file can
 * make key derivation, parsing and chain building slow. The thread gets copies of the bytes,
 * overwrites them, and ends after one reading.
 */
import type { CertificateProblem } from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import {
  ReaderThread,
  ReadingEnded,
  readerProgram,
  type ThreadOptions,
} from '../../platform/reader-thread.ts'
import type { FilesQuestion, InspectedFiles } from './inspect-files.ts'
import type { InspectedPrivateCa } from './private-ca.ts'
import { limits, type CertificateFile } from './read-files.ts'

export type CertificateQuestion =
  | (FilesQuestion & { readonly kind: 'files' })
  | { readonly kind: 'private-ca'; readonly files: readonly [CertificateFile]; readonly now: Date }

export const certificateWorker = readerProgram('certificate', import.meta.url)

/**
 * Runs `inspectFiles` in a worker thread; undefined when `ended` is aborted meanwhile. A reading
 * that takes too much time or memory is a finding; rejects when the thread fails otherwise.
 */
export async function inspectInThread(
  question: FilesQuestion,
  ended: AbortSignal,
  place?: ThreadOptions,
): Promise<InspectedFiles | undefined> {
  const read = await prompted<InspectedFiles>({ kind: 'files', ...question }, ended, place)
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

/** Runs `inspectPrivateCa` in a worker thread, with the same result rules. */
export async function inspectPrivateCaInThread(
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
  place?: ThreadOptions,
): Promise<T | CertificateProblem | undefined> {
  const thread = new ReaderThread<CertificateQuestion, T>(certificateWorker, place)
  const end = () => thread.close()
  ended.addEventListener('abort', end, { once: true })
  // Posting a view would send its whole underlying buffer. A copy holds only the file.
  const files = question.files.map(copyOf)
  try {
    const moved = files.map(({ bytes }) => bytes.buffer)
    return await thread.send({ ...question, files } as CertificateQuestion, moved)
  } catch (error) {
    if (ended.aborted) return undefined
    if (!(error instanceof ReadingEnded) || error.why === 'failed') throw error
    return error.why === 'late' ? 'too-slow' : 'too-large'
  } finally {
    ended.removeEventListener('abort', end)
    if (!ended.aborted) thread.close()
  }
}

/** Of a file over the limit, copies just enough to show that it is too large. */
const copyOf = ({ name, bytes }: CertificateFile) => ({
  name,
  bytes: new Uint8Array(bytes.subarray(0, limits.fileBytes + 1)),
})
