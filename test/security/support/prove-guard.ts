/** One guard, one attack: it gains nothing from the program as it is built, and everything from one without the guard. */
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
  /** What an attacker gains without the guard, at the least, in words. */
  readonly gains: readonly string[]
  /** Attacks the running program and says what was gained; where the guard holds, others use the program after it. */
  readonly attack: (running: Countersign) => Promise<readonly string[]>
}

test.skip(useElectron() === 'electron', 'asks what only the stand-in tells of a window')

/** Runs the attack twice. */
export function proveGuard({ gains, attack, ...leftOut }: GuardProof): void {
  proveHeld(leftOut.guard, attack)
  test(`${leftOut.guard}: without the guard the same attack gains all it wants`, () =>
    running(leftOut, async (program) => {
      expect(await markOf(program)).toEqual([leftOut.guard])
      expect(await attack(program)).toEqual(expect.arrayContaining([...gains]))
    }))
}

function proveHeld(guard: string, attack: GuardProof['attack']): void {
  test(`${guard}: the attack gains nothing`, async ({ countersign, window: { page } }) => {
    const program = { ...countersign, page }
    expect(await markOf(program)).toBeUndefined()
    expect(await attack(program)).toEqual([])
  })
}

/** A guard that is a preference of every window: nothing but its value can be looked at here. */
export interface SettingProof {
  readonly guard: Setting
  readonly wanted: WebPreferences
}

/** Looks at what the window was really made with. A value that is only Electron's own is not ours, and may change. */
export function proveSetting({ guard, wanted }: SettingProof): void {
  proveHeld(guard, (running) => notSet(running, wanted))
  test(`${guard}: without the guard the same attack gains all it wants`, async ({
    withoutSettings,
  }) => {
    expect(await markOf(withoutSettings)).toContain(guard)
    expect(await notSet(withoutSettings, wanted)).toEqual(Object.keys(wanted))
  })
}

/** Those of the preferences that the window was not made with. */
export async function notSet(
  { app }: Countersign,
  wanted: WebPreferences,
): Promise<readonly string[]> {
  const made = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    return (contents as unknown as { preferences: Record<string, unknown> }).preferences
  })
  return Object.entries(wanted)
    .filter(([name, value]) => made[name] !== value)
    .map(([name]) => name)
}

/** Whether it becomes true within the time; a guard that holds costs all of it. */
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

/** Starts the program without the guard, and ends it whatever comes of the work. */
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
