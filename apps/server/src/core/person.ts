/** The caller: the owner of an access token whose login is valid. */
export interface Person {
  id: string
  username: string
  firstName: string
  isInfluencer: boolean
  loginId: string
}
