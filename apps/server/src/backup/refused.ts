/** Why a backup or a restore is not done: the operator's to mend, so the message is all that is shown. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}
