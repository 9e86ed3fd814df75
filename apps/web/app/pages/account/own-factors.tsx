import type { OwnFactors as Factors, RecoveryCodes, TotpBegun } from '@parley/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { AppSheet } from '../../features/accounts/settings/app-sheet.tsx'
import { RecoverySheet } from '../../features/accounts/settings/recovery-sheet.tsx'
import { SecondFactors } from '../../features/accounts/settings/second-factors.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { Waiting } from '../../ui/waiting/spinner.tsx'

const PATH = '/api/user/me/factors/'
const FACTORS = ['factors']
const onError = (error: unknown) => alerts.error(errorText(error))

/** One's own second factors, and how they change. */
export function OwnFactors() {
  const client = useQueryClient()
  const [begun, setBegun] = useState<TotpBegun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const changed = () => client.invalidateQueries({ queryKey: FACTORS })
  const query = useQuery({ queryKey: FACTORS, queryFn: ({ signal }) => api.get<Factors>(PATH, { signal }) })
  const add = useMutation({
    mutationFn: () => proofRequests.withProof(() => api.post<TotpBegun>(`${PATH}totp/`, {})),
    onSuccess: setBegun,
    onError,
  })
  const remove = useMutation({
    mutationFn: (id: string) => proofRequests.withProof(() => api.delete(`${PATH}${id}/`)),
    onSettled: changed,
    onError,
  })
  const renew = useMutation({
    mutationFn: () => proofRequests.withProof(() => api.post<RecoveryCodes>(`${PATH}recovery-codes/`)),
    onSuccess: answer => setCodes(answer.recovery_codes),
    onSettled: changed,
    onError,
  })
  if (query.isPending) return <Waiting>{t('Looking for your second factors')}</Waiting>
  if (query.isError) return <p role="alert">{errorText(query.error)}</p>
  const busy = [add.isPending && 'add', remove.isPending && 'remove', renew.isPending && 'renew'] as const
  return (
    <>
      <SecondFactors
        factors={query.data}
        busy={busy.find(each => each !== false) ?? null}
        onAdd={() => add.mutate()}
        onRemove={id => remove.mutate(id)}
        onRenew={() => renew.mutate()}
      />
      {begun && (
        <AppSheet
          begun={begun}
          onCancel={() => setBegun(null)}
          onConfirm={async code => {
            const answer = await api.post<RecoveryCodes>(`${PATH}totp/confirm/`, { code })
            setBegun(null)
            setCodes(answer.recovery_codes)
            await changed()
          }}
        />
      )}
      {codes && <RecoverySheet codes={codes} onDone={() => setCodes(null)} />}
    </>
  )
}
