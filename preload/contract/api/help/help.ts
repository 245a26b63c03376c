/** Help pages by screen id. */
import { helpIds, type HelpId, type HelpPage } from './help-page.ts'
import { inquiryPage } from './pages/inquiry.ts'
import { everywhere } from './pages/everywhere.ts'
import { money } from './pages/money.ts'
import { today } from './pages/today.ts'
import { fromBank } from './pages/from-bank.ts'
import { workstation } from './pages/workstation.ts'

/** A new screen without a page does not compile. */
export const helpPages: Readonly<Record<HelpId, HelpPage>> = {
  ...everywhere,
  ...today,
  ...money,
  ...inquiryPage,
  ...fromBank,
  ...workstation,
}

/** Returns the page of a screen; the page of the whole window if it has none. */
export const helpIdOf = (id: string | undefined): HelpId =>
  helpIds.find((one) => one === id) ?? 'window'
