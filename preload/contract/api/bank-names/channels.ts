/**
 * Channels of `bankNames`: the names of banks by routing number, from the downloaded RTP
 * participants and from directory files of the Federal Reserve that an administrator imports. A
 * name is help only: it never decides anything, and is never sent.
 */
import { administrators } from '../../domain/operators/roles.ts'
import { z } from '../../kernel/zod.ts'
import { command, event, nothing, query } from '../define-channel.ts'

/** The published directory files: one for ACH, one for wires. */
export const directoryKinds = ['fedach', 'fedwire'] as const
export type DirectoryKind = (typeof directoryKinds)[number]

const nameSource = z.enum([...directoryKinds, 'participants'])
export type NameSource = z.infer<typeof nameSource>

/** A name of a bank as its source writes it. */
export const bankName = z.object({
  name: z.string(),
  /** City and state; empty if the source has none. */
  place: z.string(),
  source: nameSource,
  /** When the source was imported, or downloaded. */
  at: z.iso.datetime(),
})
export type BankName = z.infer<typeof bankName>

export const bankNamesFound = z.object({
  /** The directories first. Empty: the number is in no source. */
  names: z.array(bankName),
  /** False: no directory was imported, so that a number is missing in none. */
  hasDirectory: z.boolean(),
})
export type BankNamesFound = z.infer<typeof bankNamesFound>

/** Problems of a line of a directory file. */
export const lineProblems = [
  'length',
  'characters',
  'routing-number',
  'name',
  'code',
  'repeated',
] as const
export type LineProblem = (typeof lineProblems)[number]

/** A directory in use. */
export const importedDirectory = z.object({
  kind: z.enum(directoryKinds),
  file: z.string(),
  /** Of the file, in hex. */
  sha256: z.string(),
  banks: z.int(),
  /** The newest change that a line of the file names, YYYY-MM-DD; null if none does. */
  changedOn: z.string().nullable(),
  importedAt: z.iso.datetime(),
  operator: z.string(),
})
export type ImportedDirectory = z.infer<typeof importedDirectory>

/** A chosen file before its import. Nothing is stored yet. */
export const directoryDraft = z.object({
  /** Null: the file has broken lines and cannot be imported. */
  draftId: z.string().nullable(),
  ...importedDirectory.pick({ kind: true, file: true, sha256: true, banks: true, changedOn: true })
    .shape,
  /** The number of broken lines; the first of them are named. */
  broken: z.int(),
  problems: z.array(z.object({ line: z.int(), problem: z.enum(lineProblems) })),
})
export type DirectoryDraft = z.infer<typeof directoryDraft>

export const bankNames = {
  /** Returns the names of a bank; a text that is no routing number is in no source. */
  find: query(z.strictObject({ routingNumber: z.string().max(20) }), bankNamesFound),
  listDirectories: query(nothing, z.array(importedDirectory)),
  /** Opens a dialog for a directory file; null if none was chosen. */
  selectDirectory: command(
    nothing,
    directoryDraft.nullable(),
    ['file-failed', 'file-not-understood'],
    administrators,
  ),
  /** Imports the chosen file whole; the earlier directory of its kind is replaced. */
  commitDirectory: command(
    z.strictObject({ draftId: z.string() }),
    z.array(importedDirectory),
    ['draft-gone'],
    administrators,
  ),
  /** A directory was imported. */
  changed: event(z.strictObject({})),
} as const
