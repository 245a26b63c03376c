/**
 * One guard, one attack: the attack gains nothing from the program as built, and everything from
 * the program without the guard.
 */
import type { WebPreferences } from 'electron'
import { useElectron } from '../../../scripts/lib/electron-choice.ts'
import { CountersignWindow } from '../../e2e/pages/window.ts'
import { launchCountersign, type Countersign } from '../../e2e/support/launch.ts'
import { expect, test } from '../../e2e/support/shared-fixtures.ts'
import {
  clearAway,
  layOut,
  mark,
  uncompiled,
  type LeftOut,
  type Setting,
} from './guard-variants.ts'

/** How a guard is proven. */
export interface GuardProof extends LeftOut {
  /** The least that an attacker gains without the guard, as text. */
  readonly gains: readonly string[]
  /**
   * Attacks the running program and returns the gains; if the guard holds, other tests use the
   * program afterwards. What comes for certain with the guard, or without it, is waited for `longMs`.
   */
  readonly attack: (running: Countersign, isGuarded: boolean) => Promise<readonly string[]>
}

/** Long enough for a busy machine. */
export const longMs = 15_000

test.skip(useElectron() === 'electron', 'asks what only the stand-in tells of a window')

/** Runs the attack twice. */
export function proveGuard({ gains, attack, ...leftOut }: GuardProof): void {
  proveGuarded(leftOut.guard, attack)
  test(`${leftOut.guard}: without the guard the same attack gains all it wants`, () =>
    running(leftOut, async (program) => {
      expect(await markOf(program)).toEqual([leftOut.guard])
      expect(await attack(program, false)).toEqual(expect.arrayContaining([...gains]))
    }))
}

function proveGuarded(guard: string, attack: GuardProof['attack']): void {
  test(`${guard}: the attack gains nothing`, async ({ countersign, window: { page } }) => {
    const program = { ...countersign, page }
    expect(await markOf(program)).toBeUndefined()
    expect(await attack(program, true)).toEqual([])
  })
}

/** A guard that is a preference of every window: only its value can be checked here. */
export interface SettingProof {
  readonly guard: Setting
  readonly wanted: WebPreferences
}

/**
 * Checks the preferences with which the window was really created. A value that is only Electron's
 * default does not count, because Electron may change it.
 */
export function proveSetting({ guard, wanted }: SettingProof): void {
  proveGuarded(guard, (running) => notSet(running, wanted))
  test(`${guard}: without the guard the same attack gains all it wants`, async ({
    withoutSettings,
  }) => {
    expect(await markOf(withoutSettings)).toContain(guard)
    expect(await notSet(withoutSettings, wanted)).toEqual(Object.keys(wanted))
  })
}

/** The wanted preferences with which the window was not created. */
export async function notSet(
  { app }: Countersign,
  wanted: WebPreferences,
): Promise<readonly string[]> {
  const created = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    return (contents as unknown as { preferences: Record<string, unknown> }).preferences
  })
  return Object.entries(wanted)
    .filter(([name, value]) => created[name] !== value)
    .map(([name]) => name)
}

/** Whether the condition becomes true within the time; a guard that holds uses up all of it. */
export async function within(
  timeMs: number,
  isTrue: () => boolean | Promise<boolean>,
): Promise<boolean> {
  return expect
    .poll(isTrue, { timeout: timeMs, intervals: [50] })
    .toBe(true)
    .then(
      () => true,
      () => false,
    )
}

/** Starts the program without the guard, and always ends it after the work. */
async function running(
  leftOut: LeftOut,
  work: (program: Countersign) => Promise<void>,
): Promise<void> {
  const folder = await layOut(leftOut)
  const program = await launchCountersign({ app: folder, env: uncompiled })
  try {
    await new CountersignWindow(program.page).ready()
    await work(program)
  } finally {
    await program.close()
    await clearAway(folder)
  }
}

const markOf = ({ app }: Countersign): Promise<unknown> =>
  app.evaluate((_electron, name) => (globalThis as Record<string, unknown>)[name], mark)
