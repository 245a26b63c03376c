/** Settings of the store for its backups. */

/** The current problem as a sentence; null if there is none. Read by the inbox. */
export const problemSetting = 'backups.problem'
/** The last backup that was test-restored: `{ id, at }`. */
export const testedSetting = 'backups.tested'
/** The second folder for copies; null if there is none. */
export const secondSetting = 'backups.second-folder'
