/**
 * What the help says of a screen: one source for the panel beside the work and for the printed guide. In texts `_so_` is
 * what stands on the screen, word for word, and `[Mod+K]` are keys; tests hold both to the window's sources.
 */
import type { WordId } from './text.ts'

/** The screens, in the order of the rail. Every one has a page: what is added here does not compile without. */
export const screenIds = [
  'overview',
  'inbox',
  'approvals',
  'doubt',
  'orders',
  'compose',
  'batches',
  'batch-compose',
  'returns',
  'payees',
  'validation',
  'validation-history',
  'bulk',
  'inquiry',
  'payments',
  'alerts',
  'coverage',
  'reconciliation',
  'reports',
  'practice',
  'components',
  'code-book',
  'traffic',
  'operators',
  'audit',
  'connection',
  'settings',
] as const
export type ScreenId = (typeof screenIds)[number]

/** The pages: what holds everywhere, the way in, and the screens. */
export const helpIds = ['window', 'sign-in', ...screenIds] as const
export type HelpId = (typeof helpIds)[number]

/** One page. */
export interface HelpPage {
  /** As the screen is called. */
  readonly title: string
  /** What it is for, in one or two sentences. */
  readonly purpose: string
  /** The usual work, one step after the other. */
  readonly steps: readonly string[]
  /** What can go wrong with money, alerts or secrets, and what the program does about it. */
  readonly careful: readonly string[]
  /** The terms that are used there. */
  readonly words: readonly WordId[]
  /** Where the work goes on. */
  readonly see: readonly HelpId[]
  /** Where the rules come from: the bank's document and its section, the network's rule, or the program's own. */
  readonly sources: readonly string[]
}

/** One act and its keys. */
export interface HelpKey {
  /** The shortcut's own id, by which it is registered. */
  readonly id: string
  readonly keys: string
  readonly title: string
}

/** What to do when something is wrong. */
export interface HelpTrouble {
  readonly id: string
  readonly title: string
  /** How it shows. */
  readonly shows: string
  readonly steps: readonly string[]
  readonly see: readonly HelpId[]
}
