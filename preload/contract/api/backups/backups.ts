/** Backups of a profile's store: the list, their state, and the preview of a restore. */
import { environment } from '../../domain/environment.ts'
import { z } from '../../kernel/zod.ts'

const instant = z.iso.datetime()

/** Schedules that retain a backup. */
export const backupTerms = ['daily', 'weekly', 'monthly'] as const
export type BackupTerm = (typeof backupTerms)[number]

/** One backup. Only a verified backup is given its final file name. */
export const backup = z.object({
  /** File name. */
  id: z.string(),
  /** The time whose data the backup contains. */
  at: instant,
  bytes: z.int(),
  /**
   * True if the sidecar with the result of the verification is present; false if it is missing or
   * belongs to another file.
   */
  isVerified: z.boolean(),
  /** Empty: the backup is deleted after a newer one is verified. */
  retainedAs: z.array(z.enum(backupTerms)),
})
export type Backup = z.infer<typeof backup>

/** Id of the store file in place, which is restored like a backup. */
export const inPlaceId = 'store-in-place'

/**
 * Reasons for refusing a store that may be one of two: it was copied into place by hand, or came
 * from another computer.
 */
export const copiedStoreReasons: readonly string[] = [
  'store-behind',
  'store-is-backup',
  'store-of-another-computer',
]

/**
 * Reasons that permit a restore without a signed-in operator: one of these, or a store that is
 * missing or unreadable.
 */
export const restorableReasons: readonly string[] = [
  'store-missing',
  'store-damaged',
  'store-foreign',
  'store-wrong-key',
  'migration-failed',
  ...copiedStoreReasons,
]

export const backupsState = z.object({
  /** Newest first. */
  items: z.array(backup),
  /** The backup now being created; null if none. */
  underWay: z.object({ step: z.enum(['copying', 'verifying']), since: instant }).nullable(),
  /** Folder of the backups. */
  folder: z.string(),
  /**
   * A second folder to which each backup is also copied; `problem` is null if the last copy
   * succeeded.
   */
  second: z.object({ folder: z.string(), problem: z.string().nullable() }).nullable(),
  /** One sentence about the current problem; null if none. */
  problem: z.string().nullable(),
  /** Number of backups dated later than this computer's clock. */
  fromFuture: z.int(),
  /**
   * Time of the restore since which money is held, until two people confirm operators and policy;
   * null if not held.
   */
  heldSince: instant.nullable(),
  /** The last backup whose test restore succeeded; null if none. */
  tested: z.object({ id: z.string(), at: instant }).nullable(),
  /**
   * Practice has no automatic backups: its data is not secret, and its bank loses its state anyway.
   */
  isPractice: z.boolean(),
  /** The data is in a database, which is backed up with its server and not by this program. */
  isInDatabase: z.boolean(),
})
export type BackupsState = z.infer<typeof backupsState>

/** Counts of records in the current store that a restore would discard. */
export const sinceBackup = z.object({ acts: z.int(), orders: z.int(), alerts: z.int() })

/** A backup that was inspected and may be restored. */
export const restoreDraft = z.object({
  draftId: z.string(),
  file: z.string(),
  profileName: z.string(),
  environment,
  takenAt: instant,
  bytes: z.int(),
  schemaVersion: z.int(),
  /** True if the schema is migrated to the current version before the restore. */
  isOlder: z.boolean(),
  /** Number of the last act in its audit chain. */
  acts: z.int(),
  /** Records newer than the backup in the current store; null if that store cannot be opened. */
  since: sinceBackup.nullable(),
  /**
   * Number of later acts that this computer remembers, up to 15 minutes late; null if it remembers
   * none.
   */
  actsMissing: z.int().nullable(),
  /**
   * Administrators of the newest backup; their passphrase permits a restore when nobody can sign
   * in.
   */
  administrators: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type RestoreDraft = z.infer<typeof restoreDraft>

/** Reasons for refusing a backup. The backup and the current store stay unchanged. */
export const backupRefusals = [
  'wrong-key',
  'damaged',
  'newer',
  'earlier',
  'foreign',
  'unreadable',
  'another-profile',
  'another-environment',
  'sidecar-differs',
] as const
export type BackupRefusal = (typeof backupRefusals)[number]

/** Reason for the restore, written to the audit. */
export const restoreReason = z
  .string()
  .trim()
  .min(3, { error: 'Enter a reason, at least three characters' })
  .max(300, { error: 'At most 300 characters' })
