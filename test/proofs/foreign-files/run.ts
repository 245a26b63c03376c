/** Gives a reader its foreign files in parts, and judges time and memory over all of them. */
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { ReaderLauncher } from '../../../main/platform/reader-launcher.ts'
import { ReaderProcess, ReadingEnded } from '../../../main/platform/reader-process.ts'
import { programUrl } from '../../unit/support/programs/programs.ts'
import { growth } from '../soak/judge.ts'
import type { ForeignReader, Originals } from './files.ts'
import type { ReadingReply, ReadingRequest, Spoiled } from './reading-program.ts'

/** The first number; each file's number is this plus its position. */
export const firstSeed = 20_261_126

/** The files to play, and how the reader is spoiled. */
export interface Played {
  readonly reader: ForeignReader
  readonly originals: Originals
  readonly files: number
  readonly from?: number
  readonly spoiled?: Spoiled
  readonly mostMs?: number
  /** How long, in milliseconds, a part of the files may take before its thread is ended. */
  readonly answerTimeoutMs?: number
}

/** The result. */
export interface ForeignReport {
  readonly reader: ForeignReader
  readonly files: number
  readonly read: ReadonlyMap<string, number>
  readonly refusals: ReadonlyMap<string, number>
  readonly shapes: ReadonlyMap<string, number>
  readonly slowest: ReadingReply['slowest']
  /** Bytes held at the first counted reading and at the last, and the growth over all of them. */
  readonly heapBytes: { readonly first: number; readonly last: number; readonly grown: number }
  readonly cpuSeconds: number
  /** Empty if nothing is wrong. */
  readonly wrong: readonly string[]
}

const program = { name: 'foreign-files', script: programUrl('foreign-files-reading') }
/**
 * Far more than the slowest file takes: certificates may derive keys for ten seconds, the others
 * may decompress to 128 MB.
 */
const mostMsOf = (reader: ForeignReader): number => (reader === 'certificate' ? 30_000 : 10_000)
/** The number of memory readings; caches are filled by the first quarter. */
const parts = 24
const warmUp = 6
/** One-time growth, as the soak allows it. */
const mostGrowth = 8 * 2 ** 20

/** A thread: it shares the number of its file, and its processor time counts as this process's. */
const launchInThread: ReaderLauncher = ({ name, script }) => {
  const worker = new Worker(script, { name, env: {} })
  let failed = false
  worker.once('error', () => (failed = true))
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => void worker.on('message', listener),
    onExit: (listener) => void worker.once('exit', (code) => listener(failed ? 1 : code)),
    kill: () => void worker.terminate(),
  }
}

// The thread collects garbage before it reads its memory; a thread inherits the flags that its
// process had at the thread's start.
setFlagsFromString('--expose-gc')

/** Plays the files and returns the faults of the reader. */
export async function readForeignFiles(played: Played): Promise<ForeignReport> {
  const { reader, originals, files, from = firstSeed, spoiled = null } = played
  const at = new Int32Array(new SharedArrayBuffer(4))
  const mostMs = played.mostMs ?? mostMsOf(reader)
  const thread = new ReaderProcess<ReadingRequest, ReadingReply>(program, {
    launch: launchInThread,
    answerTimeoutMs: played.answerTimeoutMs ?? 3_600_000,
  })
  const began = process.cpuUsage()
  const replies: ReadingReply[] = []
  const wrong: string[] = []
  try {
    for (let part = 0; part < parts; part += 1) {
      const [first, end] = [part, part + 1].map((count) => Math.floor((count * files) / parts))
      const requested = { from: from + (first ?? 0), files: (end ?? 0) - (first ?? 0) }
      replies.push(
        await thread.send({
          reader,
          originals,
          ...requested,
          mostMs,
          at,
          spoiled,
          storesAnswers: false,
        }),
      )
    }
  } catch (error) {
    if (!(error instanceof ReadingEnded)) throw error
    wrong.push(`${reader} ${String(at[0])}: the thread ended: ${error.why}: ${error.message}`)
  } finally {
    thread.close()
  }
  const { user, system } = process.cpuUsage(began)
  const heapBytes = replies.slice(warmUp).map(({ heapBytesNow: heldBytes }) => heldBytes)
  const grown = growth(heapBytes) * (heapBytes.length - 1)
  if (grown > mostGrowth)
    wrong.push(`${reader}: memory grows by ${(grown / 2 ** 20).toFixed(1)} MB`)
  return {
    reader,
    files,
    read: added(replies.map(({ read }) => read)),
    refusals: added(replies.map(({ refusals }) => refusals)),
    shapes: added(replies.map(({ shapes }) => shapes)),
    slowest: replies
      .map(({ slowest }) => slowest)
      .reduce((one, other) => (other.ms > one.ms ? other : one), { seed: from, shape: '', ms: 0 }),
    heapBytes: { first: heapBytes[0] ?? 0, last: heapBytes.at(-1) ?? 0, grown },
    cpuSeconds: (user + system) / 1e6,
    wrong: [...replies.flatMap((one) => one.wrong), ...wrong],
  }
}

/** Returns the answers to these files, for comparison with the product's own threads. */
export async function answersTo(
  reader: ForeignReader,
  originals: Originals,
  files: number,
): Promise<readonly unknown[]> {
  const thread = new ReaderProcess<ReadingRequest, ReadingReply>(program, {
    launch: launchInThread,
  })
  const at = new Int32Array(new SharedArrayBuffer(4))
  try {
    const { answers } = await thread.send({
      reader,
      originals,
      files,
      at,
      from: firstSeed,
      mostMs: mostMsOf(reader),
      spoiled: null,
      storesAnswers: true,
    })
    return answers
  } finally {
    thread.close()
  }
}

function added(maps: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>()
  for (const [key, count] of maps.flatMap((map) => [...map]))
    sum.set(key, (sum.get(key) ?? 0) + count)
  return sum
}

export const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`

/** Returns a readable report: one line, then the refusals and how often each occurred. */
export function foreignLines(report: ForeignReport): string {
  const { reader, files, read, refusals, slowest, heapBytes, cpuSeconds } = report
  const ways = [...read].map(([what, count]) => `${String(count)} read as ${what}`)
  const often = [...refusals].toSorted(([, one], [, other]) => other - one)
  return [
    `foreign files, ${reader}: ${String(files)} from ${String(firstSeed)}, ${ways.join(', ')}, ${String(sumOf(refusals))} refused ` +
      `in ${String(refusals.size)} ways; slowest ${slowest.ms.toFixed(0)} ms (${String(slowest.seed)}, ${slowest.shape}); ` +
      `memory ${mb(heapBytes.first)} to ${mb(heapBytes.last)}, grown by ${mb(heapBytes.grown)}; ${cpuSeconds.toFixed(0)} s of the processor`,
    ...often.slice(0, 40).map(([text, count]) => `  ${String(count)} × ${text}`),
  ].join('\n')
}
