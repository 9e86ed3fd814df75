import type { StaffAct, StaffDispute } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { Dispute, type DisputeAct, type Tried } from '../../features/staff/dispute.tsx'
import css from '../../features/staff/staff.module.css'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { DeskCases } from './desk-cases.tsx'
import { useDone } from './desk-pages.tsx'

interface Acting {
  id: string
  by: StaffAct
}

function useDisputeAct(act: DisputeAct) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, by }: Acting) =>
      proofRequests.withProof(() =>
        api.post<{ waits_for: string } | null>(`/api/staff/disputes/${id}/${act}/`, by),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff'] }),
  })
}

function triedOf(mutation: ReturnType<typeof useDisputeAct>, id: string): Tried {
  if (mutation.variables?.id !== id) return { problem: null, busy: false, waits: false }
  return {
    problem: mutation.isError ? errorText(mutation.error) : null,
    busy: mutation.isPending,
    waits: mutation.data?.waits_for !== undefined,
  }
}

function doneText(act: DisputeAct, { amount }: StaffDispute): string {
  return act === 'send'
    ? t('{amount}: the answer goes to the bank.', { amount: priceText(amount) })
    : t('{amount}: the loss is accepted, and the bank is being told.', { amount: priceText(amount) })
}

/** The disputes of banks: the open ones, the oldest first; or the closed ones. */
export function DisputeList() {
  const done = useDone()
  const tries = { send: useDisputeAct('send'), concede: useDisputeAct('concede') }
  return (
    <DeskCases<StaffDispute>
      name="disputes"
      title={t('Disputes')}
      waiting={t('Looking for disputes')}
      states={[
        { state: 'open', tab: t('Still open'), none: t('No bank asks for its money back.') },
        { state: 'closed', tab: t('Closed'), none: t('None has been closed yet.') },
      ]}
      message={done.place}
    >
      {(disputes, more) => (
        <div className={css.grid}>
          {disputes.map(dispute => (
            <Dispute
              key={dispute.id}
              dispute={dispute}
              tries={{
                send: triedOf(tries.send, dispute.id),
                concede: triedOf(tries.concede, dispute.id),
              }}
              onAct={(act, by) =>
                tries[act].mutate(
                  { id: dispute.id, by },
                  { onSuccess: answer => answer?.waits_for ?? done.say(doneText(act, dispute)) },
                )
              }
            />
          ))}
          {more}
        </div>
      )}
    </DeskCases>
  )
}
