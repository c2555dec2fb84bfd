/** `cr_` and eight letters or digits. */
export const CROWD_ID = /^cr_[a-zA-Z0-9]{8}$/;
