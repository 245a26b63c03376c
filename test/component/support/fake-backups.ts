/** Answers of a fake main about backups; `part` overrides fields. */
import { vi } from 'vitest'
import type {
  Backup,
  BackupsState,
  RestoreDraft,
} from '../../../preload/contract/api/backups/backups.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'
import { profilesState } from './fake-profile.ts'

/** A verified backup of yesterday. */
export const backup = (part: Partial<Backup> = {}): Backup => ({
  id: 'countersign-abcdefghijkl-20261121T020000000Z.backup',
  at: '2026-11-21T02:00:00.000Z',
  bytes: 4_194_304,
  isVerified: true,
  retainedAs: ['daily', 'weekly'],
  ...part,
})

/** A real profile with one backup. */
export const backupsState = (part: Partial<BackupsState> = {}): BackupsState => ({
  items: [backup()],
  underWay: null,
  folder: '/home/ana/countersign/profiles/abcdefghijkl/backups',
  second: null,
  problem: null,
  fromFuture: 0,
  heldSince: null,
  tested: null,
  isPractice: false,
  isInDatabase: false,
  ...part,
})

/** An examined backup. */
export const restoreDraft = (part: Partial<RestoreDraft> = {}): RestoreDraft => ({
  draftId: 'draft-1',
  file: backup().id,
  profileName: 'Ridgeway',
  environment: 'pre-production',
  takenAt: backup().at,
  bytes: 4_194_304,
  schemaVersion: 14,
  isOlder: false,
  acts: 1_204,
  since: { acts: 12, orders: 1, alerts: 3 },
  actsMissing: null,
  administrators: [{ id: 'ana', name: 'Ana Ruiz' }],
  ...part,
})

const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

/** The methods, all successful. */
export const backupApi = () => ({
  getState: vi.fn<Bridge['backups']['getState']>(always(backupsState())),
  takeNow: vi.fn<Bridge['backups']['takeNow']>(always(backupsState())),
  chooseFolder: vi.fn<Bridge['backups']['chooseFolder']>(always(null)),
  forgetFolder: vi.fn<Bridge['backups']['forgetFolder']>(always(backupsState())),
  inspect: vi.fn<Bridge['backups']['inspect']>(always(restoreDraft())),
  restore: vi.fn<Bridge['backups']['restore']>(always(profilesState())),
  listForClosedProfile: vi.fn<Bridge['backups']['listForClosedProfile']>(always([backup()])),
  inspectForClosedProfile: vi.fn<Bridge['backups']['inspectForClosedProfile']>(
    always(restoreDraft({ since: null })),
  ),
  test: vi.fn<Bridge['backups']['test']>(always(backupsState())),
  confirmRestored: vi.fn<Bridge['backups']['confirmRestored']>(always(undefined)),
  restoreClosedProfile: vi.fn<Bridge['backups']['restoreClosedProfile']>(always(profilesState())),
})
