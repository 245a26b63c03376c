/** Backups of a profile's store: which there are, what is done about them, and what a restore would do. */
import { environment } from '../../domain/environment.ts'
import { z } from '../../kernel/zod.ts'

const instant = z.iso.datetime()

/** Why one is kept. */
export const backupTerms = ['daily', 'weekly', 'monthly'] as const
export type BackupTerm = (typeof backupTerms)[number]

/** One backup; only what was verified has its name. */
export const backup = z.object({
  /** The name of its file. */
  id: z.string(),
  /** The moment that it holds. */
  at: instant,
  bytes: z.int(),
  /** What was found when it was verified stands beside it; false: its sidecar is missing or of another file. */
  isVerified: z.boolean(),
  /** Nothing: it goes once a newer one was verified. */
  keptAs: z.array(z.enum(backupTerms)),
})
export type Backup = z.infer<typeof backup>

/** The id of what stands in the place of a store that was put back by copying a file: it is restored like a backup. */
export const inPlaceId = 'store-in-place'

/** Reasons for which a store is refused that was put in its place by copying a file. */
export const copiedStoreReasons: readonly string[] = ['store-behind', 'store-is-backup']

/** Reasons for which a backup may be restored without anybody signed in: these, and a store that is gone or unreadable. */
export const restorableReasons: readonly string[] = [
  'store-missing',
  'store-damaged',
  'store-foreign',
  'store-wrong-key',
  'migration-failed',
  ...copiedStoreReasons,
]

/** How the backups of the shown profile stand. */
export const backupsState = z.object({
  /** The newest first. */
  items: z.array(backup),
  /** One is being made. */
  underWay: z.object({ step: z.enum(['copying', 'verifying']), since: instant }).nullable(),
  /** Where they lie. */
  folder: z.string(),
  /** Where each is copied to as well; `problem` null: the last one was. */
  second: z.object({ folder: z.string(), problem: z.string().nullable() }).nullable(),
  /** What is wrong with the backups, in a sentence; null: nothing. */
  problem: z.string().nullable(),
  /** So many are from a time that this computer's clock has not come to. */
  fromFuture: z.int(),
  /** Money is held since this restore, until two people confirm operators and policy; null: it is not held. */
  heldSince: instant.nullable(),
  /** The last backup that was restored to try it, and worked; null: none yet. */
  tested: z.object({ id: z.string(), at: instant }).nullable(),
  /** Practice is not backed up by itself: nothing of it is secret, and its bank forgets. */
  isPractice: z.boolean(),
})
export type BackupsState = z.infer<typeof backupsState>

/** What stands in the store that a restore would replace, by number. */
export const sinceBackup = z.object({ acts: z.int(), orders: z.int(), alerts: z.int() })

/** A backup that was examined and may be restored. */
export const restoreDraft = z.object({
  draftId: z.string(),
  file: z.string(),
  profileName: z.string(),
  environment,
  takenAt: instant,
  bytes: z.int(),
  schemaVersion: z.int(),
  /** It is brought to this version before it is put in place. */
  isOlder: z.boolean(),
  /** Where its audit chain ends. */
  acts: z.int(),
  /** What came after it in the present store; null: that cannot be opened. */
  since: sinceBackup.nullable(),
  /** So many later acts this computer remembers, up to 15 minutes late; null: it remembers nothing. */
  actsMissing: z.int().nullable(),
  /** Whose passphrase restores it where nobody can sign in: the administrators of the newest backup. */
  administrators: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type RestoreDraft = z.infer<typeof restoreDraft>

/** Why a backup is not restored. Neither it nor the store in place was changed. */
export const backupRefusals = [
  'wrong-key',
  'damaged',
  'newer',
  'foreign',
  'unreadable',
  'another-profile',
  'another-environment',
  'sidecar-differs',
] as const
export type BackupRefusal = (typeof backupRefusals)[number]

/** Why it is restored: it stands in the audit. */
export const restoreReason = z
  .string()
  .trim()
  .min(3, { error: 'Enter a reason, at least three characters' })
  .max(300, { error: 'At most 300 characters' })
