import { redirect } from 'react-router'

/** Any unknown path. */
export function loader() {
  return redirect('/not-found-cover')
}

export default function Unknown() {
  return null
}
