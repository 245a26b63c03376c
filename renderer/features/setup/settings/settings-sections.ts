/** The sections of the settings in order; the palette opens each. */
export const settingsSections = [
  { id: 'appearance', title: 'Appearance', keywords: 'theme dark light colors' },
  { id: 'notifications', title: 'Desktop notifications', keywords: 'notices quiet hours mute' },
  { id: 'owner-match', title: 'Owner match', keywords: 'score threshold' },
  { id: 'validation', title: 'Account validation version', keywords: 'API path v1 v2' },
  { id: 'ach', title: 'ACH origination', keywords: 'constants batch unit company DFI entries' },
  { id: 'bank-names', title: 'Bank names', keywords: 'directory FedACH Fedwire routing import' },
  { id: 'backups', title: 'Backups', keywords: 'restore copy folder recovery' },
  { id: 'diagnostics', title: 'Diagnostics', keywords: 'support report log' },
  { id: 'updates', title: 'Updates', keywords: 'version installer feed manifest key' },
] as const
