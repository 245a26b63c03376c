/** The help: a page for every screen, by its id. */
import { helpIds, type HelpId, type HelpPage } from './help-page.ts'
import { asking } from './pages/asking.ts'
import { everywhere } from './pages/everywhere.ts'
import { money } from './pages/money.ts'
import { today } from './pages/today.ts'
import { told } from './pages/told.ts'
import { workstation } from './pages/workstation.ts'

/** Whoever adds a screen writes its page: without one this does not compile. */
export const helpPages: Readonly<Record<HelpId, HelpPage>> = {
  ...everywhere,
  ...today,
  ...money,
  ...asking,
  ...told,
  ...workstation,
}

/** The page of a screen; what holds everywhere where there is none. */
export const helpIdOf = (id: string | undefined): HelpId =>
  helpIds.find((one) => one === id) ?? 'window'
