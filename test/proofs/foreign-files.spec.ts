/**
 * A file from outside is read or refused in the product's own words: workbooks, CSV, NACHA files
 * and certificates. No exception escapes, no file takes long, and none leaks memory. A failure
 * names the number of its file: `readForeignFiles` replays it with `from` and `files: 1`.
 */
import { beforeAll, expect, it } from 'vitest'
import { inspectInProcess } from '../../main/profile/certificates/certificate-reader.ts'
import type { FilesQuestion } from '../../main/profile/certificates/inspect-files.ts'
import { readEntriesFile } from '../../main/platform/spreadsheets/read-spreadsheet.ts'
import {
  foreignFile,
  foreignReaders,
  shapesOf,
  type ForeignReader,
  type Originals,
} from './foreign-files/files.ts'
import { makeOriginals } from './foreign-files/originals.ts'
import type { Spoiled } from './foreign-files/reading-program.ts'
import { answersTo, firstSeed, foreignLines, readForeignFiles, sumOf } from './foreign-files/run.ts'
import { sizes } from './sizes.ts'
import '../unit/support/programs/bundled-readers.ts'

const { cases } = sizes.foreignFiles

let originals: Originals
beforeAll(async () => {
  originals = await makeOriginals()
})

const readAs: Readonly<Record<ForeignReader, string>> = {
  workbook: 'xlsx',
  csv: 'csv',
  nacha: 'nacha',
  certificate: 'certificate',
}

it.each(foreignReaders)(
  `reads or refuses ${String(cases)} foreign files, and neither throws nor hangs nor leaks memory: %s`,
  async (reader) => {
    const report = await readForeignFiles({ reader, originals, files: cases })
    process.stdout.write(`${foreignLines(report)}\n`)
    expect(report.wrong).toEqual([])
    // Some files read as intended and some do not, and every shape was played.
    expect(sumOf(report.read) + sumOf(report.refusals)).toBe(cases)
    const asMeant = report.read.get(readAs[reader])
    expect(asMeant).toBeGreaterThan(cases / 200)
    expect(asMeant).toBeLessThan(cases - cases / 200)
    expect([...report.shapes.keys()].toSorted()).toEqual([...shapesOf(reader)].toSorted())
  },
)

/** The answer of the product's own process to the same files. */
const byProduct = async (reader: ForeignReader, seed: number): Promise<unknown> => {
  const { name, bytes, password } = foreignFile(reader, seed, originals)
  if (reader !== 'certificate') {
    const read = await readEntriesFile(name, bytes)
    return read.ok ? read.value : read.error
  }
  const question: FilesQuestion = {
    files: [{ name, bytes }],
    password,
    now: new Date(),
    earlierPasswords: [],
    purpose: seed % 8 === 0 ? 'listener' : 'client',
    requested: undefined,
  }
  return inspectInProcess(question, new AbortController().signal)
}

it.each(foreignReaders)('answers as the process of the product does: %s', async (reader) => {
  const answers = await answersTo(reader, originals, 3)
  const expected = []
  for (const at of answers.keys()) expected.push(await byProduct(reader, firstSeed + at))
  expect(answers).toEqual(expected)
})

it.each<readonly [Spoiled, ForeignReader, string]>([
  ['throws', 'workbook', 'throws TypeError'],
  ['throws', 'certificate', 'throws TypeError'],
  ['rejects-later', 'nacha', 'a rejection that nobody handles'],
  ['speaks', 'csv', 'refuses in the words "Cannot read properties'],
  ['spins', 'csv', 'ms of the processor'],
  // The first of the rare ones.
  ['hangs', 'csv', 'csv 20261127: the thread ended: late'],
  ['keeps', 'csv', 'memory grows by'],
])(
  'finds a reader that %s on a rare file, so that the proof can fail: %s',
  async (spoiled, reader, says) => {
    const files = spoiled === 'keeps' ? 480 : 48
    const bounds =
      spoiled === 'spins' ? { mostMs: 300 } : spoiled === 'hangs' ? { answerTimeoutMs: 10_000 } : {}
    const report = await readForeignFiles({ reader, originals, files, spoiled, ...bounds })
    expect(report.wrong).toContainEqual(expect.stringContaining(says) as string)
  },
)
