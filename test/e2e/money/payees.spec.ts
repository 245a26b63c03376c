import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fedachLine, fileOf } from '../../unit/inquiry/bank-names/directory-lines.ts'
import { PayeesScreen } from '../pages/payees-screen.ts'
import { expectNoViolation } from '../support/axe.ts'
import { choosing } from '../support/real-bank.ts'
import { expect, test } from '../support/shared-fixtures.ts'

test.describe('the payee book, by keyboard alone', () => {
  test('P3: a payee proposed by Mara is usable only after Theo approves it, and an imported directory names its bank', async ({
    window,
    countersign,
  }) => {
    const { page } = window
    const screen = new PayeesScreen(page)
    await screen.open()
    await expect(screen.book).toContainText('Ridgeway Supply LLC')
    await expectNoViolation(page, 'payees, the practice book')
    await page.keyboard.press('Control+Shift+H')
    await screen.write('Account number', '0099887766')
    await screen.write('ABA number', '550010015')
    await expect(screen.form).toContainText('Unusual routing number: check it')
    await expectNoViolation(page, 'payees, a new one')
    await screen.write('ABA number', '550010016')
    await screen.write(/^Name/, 'Millbrook Paper Company')
    await screen.propose()
    await expect(screen.payee).toContainText('New, waiting')
    await expect(screen.payee).toContainText('Another person decides')
    await expect(screen.payee).not.toContainText('0099887766')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(screen.payee).toContainText('New, waiting')

    await screen.continueAs('Theo Park')
    await screen.find('7766')
    await screen.openOnly()
    await page.keyboard.press('Control+i')
    await expect(screen.payee).toContainText('0099887766')
    await page.keyboard.press('Control+i')
    await expect(screen.payee).not.toContainText('0099887766')
    await expectNoViolation(page, 'payees, to decide')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(screen.payee).toContainText('May be paid as shown here')
    await expect(screen.payee).toContainText('by Theo Park')

    const folder = await mkdtemp(join(tmpdir(), 'countersign-directory-'))
    const file = join(folder, 'FedACHdir.txt')
    await writeFile(file, fileOf([fedachLine('550010016', 'MILLBROOK SAVINGS BANK')]))
    await choosing(countersign.app, file)
    await window.open('Settings')
    const directories = page.getByRole('region', { name: 'Bank names' })
    await screen.press('Choose directory file')
    await expect(directories).toContainText('FedACHdir.txt')
    await expectNoViolation(page, 'settings, a directory to import')
    await screen.press('Import directory')
    await expect(directories).toContainText('1 bank')
    await rm(folder, { recursive: true })
    await screen.open()
    await screen.find('7766')
    await screen.openOnly()
    await expect(screen.payee).toContainText('MILLBROOK SAVINGS BANK')
  })

  test('a proposed change is shown beside the approved payee, and is refused with a reason', async ({
    window,
  }) => {
    const { page } = window
    const screen = new PayeesScreen(page)
    await screen.open()
    await screen.find('margaret')
    await screen.openOnly()
    await page.keyboard.press('Control+Shift+E')
    await expect(screen.form).toBeVisible()
    await screen.write('Account number', '5555220031')
    await screen.propose()
    await expect(screen.payee).toContainText('Differs in the masked part')
    await screen.continueAs('Theo Park')
    await screen.find('margaret')
    await screen.openOnly()
    await screen.payee.getByRole('textbox', { name: 'Comment' }).focus()
    await page.keyboard.insertText('She did not ask for it')
    await expectNoViolation(page, 'payees, a change')
    await screen.press('Refuse the change')
    await expect(screen.payee).toContainText('She did not ask for it')
    await expect(screen.payee).not.toContainText('Differs in the masked part')
  })
})
