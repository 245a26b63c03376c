/**
 * File names of a restore. Separate from the restore itself, because main must not load that
 * module: it opens SQLite.
 */

/** Path of the store that is prepared to replace the one at `file`. */
export const preparedPath = (file: string): string => `${file}.restoring`
/** The same once it is complete and the replacement is final. */
export const decidedPath = (file: string): string => `${file}.restore-now`
/** Suffix of the name of a store that a restore replaced. */
export const beforeRestore = /^\.before-restore-(\d+)$/
