/** What the files of a restore are called. Apart from the work itself, which main must not load: it opens SQLite. */

/** Where a store is prepared that is to be put in the place of the one at `file`. */
export const preparedPath = (file: string): string => `${file}.restoring`
/** The same, whole and decided about. */
export const decidedPath = (file: string): string => `${file}.restore-now`
/** What is added to the name of a store that stood there before a restore. */
export const beforeRestore = /^\.before-restore-(\d+)$/
