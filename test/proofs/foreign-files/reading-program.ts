/**
 * Reads foreign files one after another in a thread, with the code of the product's readers,
 * and judges each answer: whether the contract allows it, and the cost of reading.
 */
import { sign, verify, X509Certificate } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { inspectFiles } from '../../../main/profile/certificates/inspect-files.ts'
import { inspectPrivateCa } from '../../../main/profile/certificates/private-ca.ts'
import { answerOn } from '../../../main/platform/reader-program.ts'
import { spreadsheetAnswers } from '../../../main/platform/spreadsheets/serve-spreadsheets.ts'
import type { SheetReply } from '../../../main/platform/spreadsheets/worker-protocol.ts'
import { mostUnread } from '../../../preload/contract/domain/batches/drafts.ts'
import { typedEntry } from '../../../preload/contract/domain/batches/entry.ts'
import {
  largestImportBytes,
  mostImportColumns,
  mostImportRows,
} from '../../../preload/contract/api/bulk/import.ts'
import { certificateInspection } from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import { foreignFile, type ForeignFile, type ForeignReader, type Originals } from './files.ts'

/** How a reader is spoiled, for one file in sixteen by its number: a control of the proof. */
export type Spoiled = 'throws' | 'rejects-later' | 'speaks' | 'spins' | 'hangs' | 'keeps'

/** The files to play: so many from this number on. */
export interface ReadingRequest {
  readonly reader: ForeignReader
  readonly originals: Originals
  readonly from: number
  readonly files: number
  /** Processor time that one file may take, in milliseconds. */
  readonly mostMs: number
  /** Holds the number of the current file. */
  readonly at: Int32Array
  readonly spoiled: Spoiled | null
  /** Whether the answers themselves are returned. */
  readonly storesAnswers: boolean
}

/** The results. */
export interface ReadingReply {
  /** Number of files read, by result. */
  readonly read: ReadonlyMap<string, number>
  /** For refused files: how often each message or problem occurred. */
  readonly refusals: ReadonlyMap<string, number>
  readonly shapes: ReadonlyMap<string, number>
  readonly slowest: { readonly seed: number; readonly shape: string; readonly ms: number }
  /** The faults found, with the numbers of the files. */
  readonly wrong: readonly string[]
  /** Bytes still held after all files were read and released. */
  readonly heapBytesNow: number
  readonly answers: readonly unknown[]
}

/** An answer, and the faults in it. */
interface Answered {
  readonly answer: unknown
  /** The result of the reading, or the reason of the refusal. */
  readonly outcome: string
  readonly isRead: boolean
  readonly wrong: readonly string[]
}

const limits = { bytes: largestImportBytes, rows: mostImportRows, columns: mostImportColumns }

/** Calls the reader as `read-spreadsheet.ts` does, without a process between. */
async function readEntries(file: ForeignFile): Promise<Answered> {
  const query = spreadsheetAnswers()
  const { name, bytes } = file
  if (bytes.length === 0) return refusedSheet('The file is empty.')
  const first = await query({
    kind: 'read',
    name,
    bytes,
    sheet: undefined,
    limits,
    mayBeNacha: true,
  })
  if (first.kind === 'refused') return refusedSheet(first.detail)
  if (first.kind === 'head') {
    const rows = []
    while (rows.length < first.rows) {
      const part = await query({ kind: 'more-rows' })
      if (part.kind !== 'rows' || part.rows.length === 0) return unfit('lacks rows')
      rows.push(...part.rows)
    }
    return judgedSheet({ ...first.head, rows })
  }
  if (first.kind !== 'nacha') return unfit(`is ${first.kind}`)
  const entries = []
  while (first.head.entries <= limits.rows && entries.length < first.head.entries) {
    const part = await query({ kind: 'more-entries' })
    if (part.kind !== 'entries' || part.entries.length === 0) return unfit('lacks entries')
    entries.push(...part.entries)
  }
  return judgedNacha({ head: first.head, entries })
}

const unfit = (how: string): Answered => ({
  answer: null,
  outcome: 'nothing of the contract',
  isRead: false,
  wrong: [`the answer ${how}`],
})

/** Words that only a library, a runtime or a programmer uses. */
const ofLibraries =
  /\b(?:undefined|NaN|Infinity|null|\[?object|Error|[Ee]xception|Cannot|is not (?:a function|iterable|defined)|Unexpected|Invalid|invalid|ERR_\w+|zlib|inflate|offset|[Bb]uffer|stack|papaparse|forge|openssl|asn1|node_modules)\b|\bnode:|:\d+:\d+|\de\+\d/
const isSentence = (text: string): boolean =>
  /^[A-Z][ -~\u2013\u2019\ufffd]{8,250}\.$/.test(text) && !ofLibraries.test(text)

const refusedSheet = (detail: string): Answered => ({
  answer: { detail },
  outcome: detail.replaceAll(/\d[\d,]*/g, 'N'),
  isRead: false,
  wrong: isSentence(detail) ? [] : [`refuses in the words ${JSON.stringify(detail)}`],
})

type SheetAnswer = Extract<SheetReply, { kind: 'head' }>['head'] & {
  readonly rows: Extract<SheetReply, { kind: 'rows' }>['rows']
}

function judgedSheet(sheet: SheetAnswer): Answered {
  const { headers, filled, rows, oddities, sheets } = sheet
  const wrong: string[] = []
  if (headers.length === 0 || new Set(headers).size < headers.length)
    wrong.push('headers that are none, or not told apart')
  if (filled.length !== headers.length) wrong.push('headers without their counts of cells')
  if (rows.length > limits.rows) wrong.push(`${String(rows.length)} rows`)
  const isWhole = rows.every(
    ({ line, cells }, at) =>
      line > (rows[at - 1]?.line ?? 0) &&
      cells.length <= headers.length &&
      headers.length <= limits.columns &&
      cells.every((cell) => typeof cell === 'string'),
  )
  if (!isWhole) wrong.push('a row that is out of order, or has a cell without a header, or no text')
  if (sheet.format === 'xlsx' && !sheets.includes(sheet.sheet ?? ''))
    wrong.push('a sheet that is not in the workbook')
  for (const oddity of oddities)
    if (!isSentence(oddity)) wrong.push(`says in oddities ${JSON.stringify(oddity)}`)
  return { answer: { kind: 'table', sheet }, outcome: sheet.format, isRead: true, wrong }
}

/** A person later gives the entry its id and payee. */
const readEntry = typedEntry.omit({ id: true, payeeId: true })

interface NachaAnswer {
  readonly head: Extract<SheetReply, { kind: 'nacha' }>['head']
  readonly entries: Extract<SheetReply, { kind: 'entries' }>['entries']
}

function judgedNacha(read: NachaAnswer): Answered {
  const { head, entries } = read
  const wrong: string[] = []
  const counted = head.batches.reduce((sum, batch) => sum + batch.entries, 0)
  if (counted !== head.entries) wrong.push('other entries than its batches have')
  if (new Set(head.batches.map(({ number }) => number)).size < head.batches.length)
    wrong.push('two batches of one number')
  if (head.unread.length > Math.min(mostUnread, head.unreadCount))
    wrong.push('too much that is unread')
  if (head.unread.some(({ text }) => text.length > 1_000)) wrong.push('a line without a bound')
  if (head.remarks.length > Math.min(50, head.remarkCount)) wrong.push('too many remarks')
  const texts = [
    ...head.remarks,
    ...head.batches.flatMap(({ remarks }) => remarks),
    ...head.unread.map(({ why }) => why),
    ...entries.flatMap(({ why }) => why),
  ]
  for (const text of texts)
    if (text === '' || text.length > 300 || ofLibraries.test(text))
      wrong.push(`says ${JSON.stringify(text)}`)
  const isWhole = entries.every(
    ({ line, entry, why }, at) =>
      line >= (entries[at - 1]?.line ?? 0) && why.length < 20 && readEntry.safeParse(entry).success,
  )
  if (!isWhole) wrong.push('an entry that is out of order, or not of the contract')
  return { answer: { kind: 'nacha', read }, outcome: 'nacha', isRead: true, wrong }
}

/**
 * Calls the reader as `certificate-worker.ts` does: for a draft, and for every fourth file for a
 * private CA too.
 */
function readCertificates({ seed, name, bytes, password }: ForeignFile): Answered {
  const now = new Date()
  const files = [{ name, bytes }]
  const purpose = seed % 8 === 0 ? 'listener' : 'client'
  const inspected = inspectFiles(files, password, now, undefined, [], purpose)
  const { inspection, material } = inspected
  const wrong: string[] = []
  const parsed = certificateInspection.omit({ draftId: true }).safeParse(inspection)
  if (!parsed.success) wrong.push(`no inspection of the contract: ${parsed.error.message}`)
  if (inspection.ready !== (inspection.findings.length === 0)) wrong.push('ready with findings')
  if (inspection.ready !== (material !== null)) wrong.push('ready without material')
  if (material !== null && !signsForLeaf(material)) wrong.push('a key of another certificate')
  if (seed % 4 === 0) {
    const { draft, pem } = inspectPrivateCa({ name, bytes }, now)
    if ((pem === null) !== draft.findings.length > 0) wrong.push('a private CA with findings')
  }
  const problems = new Set(inspection.findings.map(({ problem }) => problem))
  const { ready: isRead } = inspection
  const outcome = isRead ? 'certificate' : [...problems].toSorted().join(', ')
  return { answer: inspected, outcome, isRead, wrong }
}

function signsForLeaf(material: { certificateChain: string; privateKey: string }): boolean {
  const { publicKey } = new X509Certificate(material.certificateChain)
  const text = Buffer.from('in')
  return verify('sha256', text, publicKey, sign('sha256', text, material.privateKey))
}

const read = (reader: ForeignReader, file: ForeignFile): Promise<Answered> | Answered =>
  reader === 'certificate' ? readCertificates(file) : readEntries(file)

const stored: Buffer[] = []
const busy = (until: () => boolean): void => {
  while (!until());
}

async function readSpoiled(
  { reader, spoiled, mostMs }: ReadingRequest,
  file: ForeignFile,
): Promise<Answered> {
  switch (spoiled) {
    case 'throws':
      throw new TypeError('of a reader that throws')
    case 'rejects-later':
      void Promise.reject(new Error('of a reader that nobody waits for'))
      break
    case 'speaks':
      return refusedSheet("Cannot read properties of undefined (reading 'rows').")
    case 'spins': {
      const before = process.threadCpuUsage()
      busy(() => msSince(before) > mostMs)
      break
    }
    case 'hangs':
      busy(() => false)
      break
    case 'keeps':
      stored.push(Buffer.alloc(2 ** 20, 1))
      break
    case null:
  }
  return read(reader, file)
}

/** Processor time of this thread, which other programs of the computer do not increase. */
const msSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** Bytes held after garbage collection. */
async function heapBytesNow(): Promise<number> {
  const { gc } = globalThis
  if (!gc) throw new Error('foreign files are read with --expose-gc')
  // Twice: the second collection frees what the first released.
  for (let round = 0; round < 2; round += 1) {
    await setImmediate()
    gc()
  }
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
  return heap + external
}

/**
 * Errors that the runtime reports while a file is read. Undefined between files, when an error ends
 * the thread.
 */
let stray: string[] | undefined
const note = (how: string) => (error: unknown) => {
  if (stray === undefined) throw error
  stray.push(`${how} ${error instanceof Error ? error.message : String(error)}`)
}
process.on('unhandledRejection', note('a rejection that nobody handles:'))
process.on('uncaughtException', note('an exception that nobody catches:'))

const count = (counts: Map<string, number>, key: string): unknown =>
  counts.set(key, (counts.get(key) ?? 0) + 1)

/** Most faulty files that are reported. */
const mostShown = 10

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** On its way into a thread a Buffer becomes a plain Uint8Array, whose toString differs. */
const inBuffers = ({ workbooks, csv, nacha, certificates }: Originals): Originals => ({
  workbooks: workbooks.map(
    (parts) => new Map([...parts].map(([path, part]) => [path, bufferOf(part)])),
  ),
  csv: csv.map(bufferOf),
  nacha: nacha.map(bufferOf),
  certificates: certificates.map(bufferOf),
})

async function play(request: ReadingRequest): Promise<ReadingReply> {
  const { reader, from, files, mostMs } = request
  const originals = inBuffers(request.originals)
  const readAs = new Map<string, number>()
  const refusals = new Map<string, number>()
  const shapes = new Map<string, number>()
  const wrong: string[] = []
  const answers: unknown[] = []
  let slowest = { seed: from, shape: '', ms: 0 }
  for (let seed = from; seed < from + files; seed += 1) {
    request.at[0] = seed
    const file = foreignFile(reader, seed, originals)
    // The thread overwrites its input.
    const given = { ...file, bytes: Buffer.from(file.bytes) }
    const found: string[] = []
    stray = []
    const before = process.threadCpuUsage()
    try {
      const isSpoiled = request.spoiled !== null && seed % 16 === 7
      const one = await (isSpoiled ? readSpoiled(request, given) : read(reader, given))
      found.push(...one.wrong)
      count(one.isRead ? readAs : refusals, one.outcome)
      if (request.storesAnswers) answers.push(one.answer)
    } catch (error) {
      found.push(`throws ${String(error)}`)
    }
    const ms = msSince(before)
    // Unhandled errors are reported between two turns.
    await setImmediate()
    found.push(...stray)
    stray = undefined
    if (ms > slowest.ms) slowest = { seed, shape: file.shape, ms }
    if (ms > mostMs) found.push(`takes ${ms.toFixed(0)} ms of the processor`)
    count(shapes, file.shape)
    if (found.length > 0 && wrong.length < mostShown) wrong.push(reported(request, file, found))
  }
  return {
    read: readAs,
    refusals,
    shapes,
    slowest,
    wrong,
    heapBytesNow: await heapBytesNow(),
    answers,
  }
}

/** Includes the file itself if it is small, because certificates are created again for each run. */
function reported({ reader }: ReadingRequest, file: ForeignFile, found: readonly string[]): string {
  const { seed, shape, bytes } = file
  const content = bytes.length > 20_000 ? `${String(bytes.length)} bytes` : bytes.toString('base64')
  return `${reader} ${String(seed)} (${shape}) ${found.join('; ')}: ${content}`
}

if (parentPort === null) throw new Error('foreign files are read in a worker thread only')
const port = parentPort
answerOn(
  {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', listener),
  },
  play,
)
