import type { OwnFactors as Factors, NewPasskeyAnswer, RecoveryCodes, TotpBegun } from '@parley/contract'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { makePasskey } from '../../features/accounts/passkey.ts'
import { AppSheet } from '../../features/accounts/settings/app-sheet.tsx'
import { PasskeySheet } from '../../features/accounts/settings/passkey-sheet.tsx'
import { RecoverySheet } from '../../features/accounts/settings/recovery-sheet.tsx'
import { SecondFactors } from '../../features/accounts/settings/second-factors.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'

const PATH = '/api/user/me/factors/'
const FACTORS = ['factors']
const onError = (error: unknown) => alerts.error(errorText(error))
const post = <T,>(path: string) => proofRequests.withProof(() => api.post<T>(`${PATH}${path}`, {}))

/** The open sheet. */
type Open =
  | { what: 'app'; begun: TotpBegun }
  | { what: 'passkey'; options: PublicKeyCredentialCreationOptionsJSON }
  | { what: 'codes'; codes: readonly string[] }

/** Lists a person's own second factors, and changes them. */
export function OwnFactors() {
  const client = useQueryClient()
  const [open, setOpen] = useState<Open | null>(null)
  const changed = () => client.invalidateQueries({ queryKey: FACTORS })
  const close = () => setOpen(null)
  const query = useQuery({ queryKey: FACTORS, queryFn: ({ signal }) => api.get<Factors>(PATH, { signal }) })
  const addApp = useMutation({
    mutationFn: () => post<TotpBegun>('totp/'),
    onSuccess: begun => setOpen({ what: 'app', begun }),
    onError,
  })
  const addPasskey = useMutation({
    mutationFn: () => post<PublicKeyCredentialCreationOptionsJSON>('passkeys/options/'),
    onSuccess: options => setOpen({ what: 'passkey', options }),
    onError,
  })
  const remove = useMutation({
    mutationFn: (id: string) => proofRequests.withProof(() => api.delete(`${PATH}${id}/`)),
    onSettled: changed,
    onError,
  })
  const renew = useMutation({
    mutationFn: () => post<RecoveryCodes>('recovery-codes/'),
    onSuccess: answer => setOpen({ what: 'codes', codes: answer.recovery_codes }),
    onSettled: changed,
    onError,
  })
  const keep = useMutation({
    mutationFn: () => api.delete('/api/user/me/factor-loss/'),
    onSettled: changed,
    onError,
  })
  if (query.isPending) return <Waiting>{t('Looking for your second factors')}</Waiting>
  if (query.isLoadingError)
    return <LoadFailed problem={errorText(query.error)} retry={() => void query.refetch()} />

  async function confirmApp(code: string) {
    const { recovery_codes: codes } = await api.post<RecoveryCodes>(`${PATH}totp/confirm/`, { code })
    setOpen({ what: 'codes', codes })
    await changed()
  }
  async function keepPasskey(options: PublicKeyCredentialCreationOptionsJSON, name: string) {
    const response = await makePasskey(options)
    const { recovery_codes: codes } = await api.post<NewPasskeyAnswer>(`${PATH}passkeys/`, { name, response })
    setOpen(codes && { what: 'codes', codes })
    await changed()
  }
  const acts = [
    addApp.isPending && 'app',
    addPasskey.isPending && 'passkey',
    renew.isPending && 'renew',
    keep.isPending && 'keep',
  ]
  const busy = remove.isPending ? remove.variables : acts.find(each => each !== false)
  return (
    <>
      <SecondFactors
        factors={query.data}
        busy={busy || null}
        onAddApp={() => addApp.mutate()}
        onAddPasskey={() => addPasskey.mutate()}
        onRemove={id => remove.mutate(id)}
        onRenew={() => renew.mutate()}
        onKeep={() => keep.mutate()}
      />
      {open?.what === 'app' && <AppSheet begun={open.begun} onCancel={close} onConfirm={confirmApp} />}
      {open?.what === 'passkey' && (
        <PasskeySheet onCancel={close} onMake={name => keepPasskey(open.options, name)} />
      )}
      {open?.what === 'codes' && <RecoverySheet codes={open.codes} onDone={close} />}
    </>
  )
}
