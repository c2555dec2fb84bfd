import type { ManifestPart } from '../protocol/index.js';
import { buildCourtLady } from './bodies/court-lady.js';
import { buildFarmer } from './bodies/farmer.js';
import { buildFeet } from './bodies/feet.js';
import { buildHands } from './bodies/hands.js';
import { buildMerchant } from './bodies/merchant.js';
import { buildMonk } from './bodies/monk.js';
import { buildOfficial } from './bodies/official.js';
import { buildScholar } from './bodies/scholar.js';
import { buildSoldier } from './bodies/soldier.js';
import { buildTownswoman } from './bodies/townswoman.js';
import { buildCourtHair } from './hair/court-hair.js';
import { buildCurvedFutou } from './hair/curved-futou.js';
import { buildDoubleBun } from './hair/double-bun.js';
import { buildFeltHat } from './hair/felt-hat.js';
import { buildFlowerCrown } from './hair/flower-crown.js';
import { buildHeadscarf, buildPorterScarf } from './hair/headscarf.js';
import { buildHelmet } from './hair/helmet.js';
import { buildKerchief } from './hair/kerchief.js';
import { buildShaved } from './hair/shaved.js';
import { buildSoftCap } from './hair/soft-cap.js';
import { buildSquareCap } from './hair/square-cap.js';
import { buildStrawHat } from './hair/straw-hat.js';
import { buildTopknot } from './hair/topknot.js';
import { buildWingedFutou } from './hair/winged-futou.js';
import { buildEyes } from './head/eyes.js';
import { buildFace } from './head/face.js';
import { FACES, type FaceName } from './head/faces.js';
import type { Detail, MeshBuilder } from './mesh/mesh-builder.js';

/** A part of the manifest and the function that builds its mesh. */
export interface KitPart extends ManifestPart {
  readonly build: (detail: Detail) => MeshBuilder;
}

function body(name: string, label: string, build: KitPart['build']): KitPart {
  return { id: `body_${name}`, label, kind: 'body', tint: 'garment', build };
}

function face(name: FaceName, label: string): KitPart {
  const build = (detail: Detail) => buildFace(FACES[name], detail);
  return { id: `face_${name}`, label, kind: 'face', tint: 'skin', build };
}

function hair(name: string, label: string, build: KitPart['build']): KitPart {
  return { id: `hair_${name}`, label, kind: 'hair', tint: 'hair', build };
}

function shared(name: string, label: string, build: KitPart['build']): KitPart {
  return { id: `shared_${name}`, label, kind: 'shared', tint: 'skin', build };
}

/** One part, so that it takes one draw. */
function buildHandsAndFeet(detail: Detail): MeshBuilder {
  const mesh = buildHands(detail);
  mesh.append(buildFeet(detail));
  return mesh;
}

/** All parts, in the order of the manifest and of the nodes in files. */
export const PARTS: readonly KitPart[] = [
  body('official', 'Court robe', buildOfficial),
  body('scholar', 'Scholar’s robe', buildScholar),
  body('merchant', 'Belted robe and boots', buildMerchant),
  body('farmer', 'Short jacket and gaiters', buildFarmer),
  body('soldier', 'Lamellar armour', buildSoldier),
  body('court_lady', 'Pleated skirt and shawl', buildCourtLady),
  body('townswoman', 'Jacket and apron', buildTownswoman),
  body('monk', 'Robe and mantle', buildMonk),
  face('refined', 'Refined, long beard'),
  face('lean', 'Lean, goatee'),
  face('young', 'Young, clean-shaven'),
  face('broad', 'Broad, moustache'),
  face('weathered', 'Weathered, stubble'),
  face('bearded', 'Stern, full beard'),
  face('elder', 'Old, long white beard'),
  face('serene', 'Serene, shaven scalp'),
  face('court', 'Lady, painted lips'),
  face('plain', 'Woman, unpainted'),
  hair('winged_futou', 'Winged court cap', buildWingedFutou),
  hair('square_cap', 'Square scholar’s cap', buildSquareCap),
  hair('soft_cap', 'Soft cap with tails', buildSoftCap),
  hair('straw_hat', 'Straw hat', buildStrawHat),
  hair('helmet', 'Helmet with tassel', buildHelmet),
  hair('court', 'High bun with pins', buildCourtHair),
  hair('kerchief', 'Knot and kerchief', buildKerchief),
  hair('double_bun', 'Double bun', buildDoubleBun),
  hair('topknot', 'Topknot with pin', buildTopknot),
  hair('shaved', 'Shaven head', buildShaved),
  hair('curved_futou', 'Cap with curved wings', buildCurvedFutou),
  hair('felt_hat_mace', 'Felt hat, mace in hand', buildFeltHat),
  hair('porter_scarf_pole', 'Porter’s scarf, pole with two loads', buildPorterScarf),
  hair('headscarf_basket', 'Headscarf, basket in hand', buildHeadscarf),
  hair('flower_crown_fan', 'Flower crown, fan in hand', buildFlowerCrown),
  shared('eyes', 'Eyes', buildEyes),
  shared('hands_and_feet', 'Hands and shoes', buildHandsAndFeet),
];
