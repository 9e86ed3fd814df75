/** Why a backup or a restore was refused: the operator must act, so only the message is shown. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}
