import { fileDialogs, type SystemDialogs } from '../../../main/platform/files/file-dialogs.ts'

/** A person who chooses nothing in any dialog. */
export const noDialogs: SystemDialogs = {
  chooseFiles: () => Promise.resolve(null),
  chooseFolder: () => Promise.resolve(null),
  chooseTarget: () => Promise.resolve(null),
}

/** The same, as handlers get them. */
export const noFiles = fileDialogs(noDialogs, () => false)
