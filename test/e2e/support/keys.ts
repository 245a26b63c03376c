/** Counts the keys that an operator presses, for the journeys whose length is promised. */
import type { Page } from 'playwright/test'

/** Returns how many keys `act` pressed; a key held with Ctrl or Shift is one. */
export async function keysPressed(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const counter = { keys: 0 }
    Object.assign(window, { keyCounter: counter })
    window.addEventListener(
      'keydown',
      ({ key }) => {
        if (!['Control', 'Shift', 'Alt', 'Meta'].includes(key)) counter.keys += 1
      },
      { capture: true },
    )
  })
  await act()
  return page.evaluate(
    () => (window as unknown as { keyCounter: { keys: number } }).keyCounter.keys,
  )
}
