/** Pages about the whole window, and about signing in. */
import type { HelpPage } from '../help-page.ts'

export const everywhere = {
  window: {
    title: 'The window',
    purpose:
      'Shows one profile at one bank. The frame and the label at the top left name the environment: practice is violet, pre-production amber, production red.',
    steps: [
      'Go to a screen by the rail at the left, by its keys, such as G and then P, or by [Mod+K]: type a part of its name and press Enter. Related screens are tabs beside the heading. In a narrow window the rail shows icons alone, with each name as a tooltip, and lists show their key columns.',
      'Every action of the open record is in [Mod+K] too, with the reason why one is not possible now.',
      'Find a payment, an entry, an alert, a payee or a code with [Mod+K] too: by reference, trace or PAR number, account ending, name or amount. The head of a payment shows its status in one sentence.',
      'Move through a list with the arrow keys, or with [J] and [K] from anywhere outside a field. Enter opens the row beside the list. Escape closes it and returns to the row.',
      'Select rows with Space to see their total below the list. Copy them with [Mod+C], or export the list with [Mod+Shift+Y]: as a workbook, as CSV for Excel with guarded cells, or as plain CSV with exact values for programs.',
      'Arrange the columns of a list with [Mod+Shift+K]. The layout is remembered for each operator.',
      'Confirm what a dialog asks with [Mod+Enter], the same in every dialog. A question about a payment or a batch is confirmed once its end was in view; End goes there.',
      'Save filters, columns and sort order under a name with _Views_, whose button then names the view. A changed view is saved again from its menu. The palette opens a saved view. Account numbers are not saved.',
      'The status bar shows the bank, the token, the rate budget, the listener and the keychain. Each opens its details.',
      'Dates are YYYY-MM-DD, and times are of this computer. Evidence names the zone, such as UTC-05:00.',
      'Lock the window with [Mod+L] when you leave it. Your entries stay.',
    ],
    careful: [
      'Account numbers, names and id numbers are masked everywhere, in files too. Showing or exporting them in full is recorded with your name.',
      'An unknown amount, status or outcome is called unknown and never guessed.',
      'Never more than five calls in any second go to the bank. After a 429 nothing goes out for two minutes, or for as long as the bank asks, up to 24 hours; the status bar counts down, and closing the program does not shorten it.',
      'Closing the window leaves the program in the tray: listeners go on, and what is typed stays. _File > Quit_ ends it, and alerts then wait at the bank for a day at most. It asks first where input is not saved or a listener is on.',
    ],
    terms: ['profile', 'environment', 'rate-budget', 'pause', 'token', 'lane'],
    see: ['overview', 'inbox', 'code-book', 'connection'],
    sources: [
      'Platform Specification, Limits: 5 transactions per second across all APIs, a pause of at least 2 minutes after a 429',
      'FFIEC guidance on wholesale payments: dual control and screen locks',
    ],
  },
  'sign-in': {
    title: 'Sign in and lock',
    purpose:
      'Nothing is shown or possible until someone signs in. Entries from before the lock are kept.',
    steps: [
      'Choose who you are and type your passphrase. In practice a click on a name is enough.',
      'The first person of a real profile creates the first administrator, who then adds the others under Operators.',
      'If someone else set your passphrase, you must change it first. Use at least 12 characters.',
      'To work at another bank or in another environment, choose one of the _Other profiles_. Production asks for its confirmation word.',
      'If the profile does not open because its keychain entry is gone, choose _Open with the recovery file_.',
    ],
    careful: [
      'After five failures each attempt waits longer. Every attempt is recorded.',
      'No one can read a passphrase. Another administrator replaces a lost one, and this is recorded.',
      'Listeners, status checks and sweeps continue while the window is locked. Desktop notifications then show only a count.',
      'One person with two sign-ins can act as two people. No program can detect this. Have someone else review the audit.',
    ],
    terms: ['maker', 'checker', 'profile', 'recovery-file', 'vault'],
    see: ['operators', 'connection', 'audit'],
    sources: [
      'Countersign: while nobody is signed in, only sign-in works',
      'FFIEC guidance on wholesale payments: entry and verification by different people',
    ],
  },
} as const satisfies Readonly<Record<string, HelpPage>>
