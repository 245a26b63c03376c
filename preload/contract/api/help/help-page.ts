/**
 * Help of each screen: one source for the help panel and for the printed guide. In texts, `_so_`
 * marks exact text of the screen and `[Mod+K]` marks keys; tests compare both with the window's
 * sources.
 */
import type { TermId } from './text.ts'

/** Screens in the order of the rail. Every screen has a page: a missing one does not compile. */
export const screenIds = [
  'overview',
  'inbox',
  'approvals',
  'unknown-outcomes',
  'orders',
  'compose',
  'schedules',
  'batches',
  'returns',
  'batch-compose',
  'payees',
  'validation',
  'bulk',
  'validation-history',
  'inquiry',
  'payment-inquiry',
  'reports',
  'alerts',
  'coverage',
  'reconciliation',
  'code-book',
  'traffic',
  'audit',
  'connection',
  'operators',
  'settings',
  'practice',
] as const
export type ScreenId = (typeof screenIds)[number]

/** Pages: the whole window, signing in, and the screens. */
export const helpIds = ['window', 'sign-in', ...screenIds] as const
export type HelpId = (typeof helpIds)[number]

export interface HelpPage {
  /** Title of the screen. */
  readonly title: string
  /** Purpose, in one or two sentences. */
  readonly purpose: string
  /** Usual work, step by step. */
  readonly steps: readonly string[]
  /** Risks for money, alerts or secrets, and the program's protection. */
  readonly careful: readonly string[]
  /** Terms used on the screen. */
  readonly terms: readonly TermId[]
  /** Pages where the work continues. */
  readonly see: readonly HelpId[]
  /**
   * Sources of the rules: the bank's document and section, the network's rule, or the program's
   * own.
   */
  readonly sources: readonly string[]
}

/** One action and its keys. */
export interface HelpKey {
  /** Id under which the shortcut is registered. */
  readonly id: string
  readonly keys: string
  readonly title: string
}

/** A problem and its solution. */
export interface HelpTrouble {
  readonly id: string
  readonly title: string
  /** Symptom. */
  readonly shows: string
  readonly steps: readonly string[]
  readonly see: readonly HelpId[]
}
