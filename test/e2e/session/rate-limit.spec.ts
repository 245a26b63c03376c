import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { margaret } from '../pages/residents.ts'
import { CountersignWindow } from '../pages/window.ts'
import { ValidationScreen } from '../pages/validation-screen.ts'
import { test, expect } from '../support/fixtures.ts'
import { launchCountersign } from '../support/launch.ts'
import { removeFolder } from '../../electron-stand-in/remove-folder.ts'

const countdownIn = async (window: CountersignWindow): Promise<number> => {
  const text = await window.status.getByText(/pause \d:\d\d/).innerText()
  const [, minutes, seconds] = /pause (\d):(\d\d)/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

test('a 429 pauses every call for two minutes, counts down, and a kill does not shorten it', async ({
  bank,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-e2e-'))
  const first = await launchCountersign({ env: bank.env, dataDir })
  const window = new CountersignWindow(first.page)
  await window.ready()
  await window.leaveWelcome()
  const validationScreen = new ValidationScreen(first.page)
  await bank.control.setScenario({ scenario: 'too-many-requests', times: 1, target: 'validation' })
  await validationScreen.type(margaret)
  await validationScreen.inquire()
  await expect(validationScreen.answer).toContainText('Too many requests (429)')
  const before = await countdownIn(window)
  expect(before).toBeGreaterThan(110)
  const { arrived } = await bank.control.counters()
  await validationScreen.inquire()
  await expect(validationScreen.answer).toContainText('The bank asked for a pause')
  await expect(validationScreen.field('First name')).toHaveValue('Margaret')
  await first.kill()

  const second = await launchCountersign({ env: bank.env, dataDir })
  const again = new CountersignWindow(second.page)
  await again.ready()
  await expect(again.status.getByText(/pause \d:\d\d/)).toBeVisible()
  const after = await countdownIn(again)
  expect(after).toBeGreaterThan(60)
  expect(after).toBeLessThanOrEqual(before)
  await again.open('Validation')
  const later = new ValidationScreen(second.page)
  await later.type(margaret)
  await later.inquire()
  await expect(later.answer).toContainText('The bank asked for a pause')
  expect((await bank.control.counters()).arrived).toBe(arrived)
  await second.close()
  await removeFolder(dataDir)
})
