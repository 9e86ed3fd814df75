import type { StaffMe, StaffRole } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'

/** What the reader may do as a member of staff. */
export const useStaffMe = () =>
  useQuery({
    queryKey: ['staff', 'me'],
    queryFn: ({ signal }) => api.get<StaffMe>('/api/staff/me/', { signal }),
  })

/** Whether a member of staff has a role; an admin has all of them. */
export const hasRole = ({ roles }: StaffMe, role: StaffRole): boolean =>
  roles.some(each => each === role || each === 'admin')

/** The same of the reader; false until it is known. */
export function useHasRole(role: StaffRole): boolean {
  const { data } = useStaffMe()
  return data !== undefined && hasRole(data, role)
}

/** Whether the account and the birth date of this person, who works at the desk, are for an admin alone to change. */
export const isForAdmin = (me: StaffMe, person: Pick<StaffMe, 'roles'>): boolean =>
  person.roles.length > 0 && !hasRole(me, 'admin')
